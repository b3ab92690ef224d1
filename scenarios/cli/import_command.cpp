// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/import/views.hpp"
#include "sim/error.hpp"

namespace headroom::cli {

int import_command(const Words& words) {
  Arguments arguments(
      "headroom import hf CONFIG.json [--json]\nA model's Hugging Face configuration: parameters, bytes, and "
      "for "
      "each field where it stood or how it was inferred.");
  arguments.add_flag("json", "for programs; its \"model\" is a scenario's workload.model");
  if (!arguments.read(words, 2, 2)) return 0;
  const std::string& kind = arguments.positional().front();
  if (kind != "hf") throw bad_input(fmt::format("expected hf (a Hugging Face config.json), found {}", kind));
  const auto model = scenarios::hf::import_model(arguments.positional()[1]);
  print(arguments.has("json") ? scenarios::hf::import_json(model) : scenarios::hf::import_table(model));
  return 0;
}

}  // namespace headroom::cli
