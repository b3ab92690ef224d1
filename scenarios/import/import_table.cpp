// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/catalogue/units.hpp"
#include "scenarios/import/views.hpp"
#include "scenarios/views/text_table.hpp"

namespace headroom::scenarios::hf {
namespace {

std::string exact(double parameters) {
  return fmt::format("{} ({:.0f})", models::print_count(parameters), parameters);
}

// The widest window of the model; 0: none.
double widest_window(const Decoder& decoder) {
  double widest = 0;
  for (const Block& block : decoder.layers)
    if (block.attention) widest = std::max(widest, block.attention->window);
  return widest;
}

void add_cache(const ImportedModel& model, TextTable& table) {
  table.row({"KV cache", fmt::format("{} per token", models::print_bytes(model.cache_bytes_per_token()))});
  const double window = widest_window(model.decoder);
  if (window == 0) return;
  const double later = model.cache_bytes(window + 1) - model.cache_bytes(window);
  table.row(
      {"", fmt::format("{} from token {:.0f} on: windows are full", models::print_bytes(later), window + 1)});
}

std::string one_table(const ImportedModel& model) {
  TextTable sizes("ll"), fields("lll");
  sizes.row({"parameters", exact(model.parameters.total)});
  if (model.parameters.active != model.parameters.total)
    sizes.row({"active per token", exact(model.parameters.active)});
  sizes.row({"weights", models::print_bytes(model.weight_bytes)});
  if (!model.encoder) add_cache(model, sizes);
  sizes.row({"simulation", model.why_not.empty() ? "possible" : "not possible yet: " + model.why_not});
  for (const Origin& origin : model.origins)
    fields.row({origin.field, origin.value, (origin.inferred ? "inferred: " : "") + origin.from});
  std::string out = fmt::format("{} ({})\n\n{}", model.name, model.architecture, sizes.text());
  for (const std::string& note : model.notes) out += fmt::format("  note: {}\n", note);
  return out + "\n" + fields.text();
}

}  // namespace

std::string import_table(std::span<const ImportedModel> models) {
  std::vector<std::string> tables;
  for (const ImportedModel& model : models) tables.push_back(one_table(model));
  return fmt::format("{}", fmt::join(tables, "\n"));
}

}  // namespace headroom::scenarios::hf
