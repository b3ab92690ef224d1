// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/elasticity_view.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/catalogue/units.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/text_table.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;

constexpr double worth_telling = 1e-3;  // of the step

constexpr const char* what_prices_are =
    "Worth: what it may cost to buy before a step costs more than it does now. Price: in proportion; what "
    "stands in an accelerator or a server is not sold alone, but for a tenth of their price a tenth more of "
    "them are had. Power that a part draws is not counted. ";

std::string money(const std::optional<double>& usd) {
  return usd ? models::print_money(*usd) : "not known";
}

std::string change(double share) {
  return fmt::format("{:+.1f} %", 100 * share);
}

}  // namespace

ElasticityTable elasticity_table(const Answer& answer) {
  if (answer.elasticities.empty()) return {};
  ElasticityTable table{"lrrrrrl", {{"", "step", "", "worth up to", "price", "cost of a step", ""}}, ""};
  const double now = answer.quantities.at("step_seconds");
  bool priced = false;
  std::string nothing;
  for (const Elasticity& e : answer.elasticities) {
    if (e.step_seconds > (1 - worth_telling) * now) {
      nothing += (nothing.empty() ? "" : ", ") + e.part;
      continue;
    }
    priced |= e.worth_usd.has_value();
    table.rows.push_back({e.part, models::print_seconds(e.step_seconds), change(e.step_seconds / now - 1),
                          money(e.worth_usd), money(e.usd),
                          e.step_usd_change ? change(*e.step_usd_change) : "", e.basis});
  }
  if (table.rows.size() == 1) table.rows.clear();
  if (!priced)
    for (auto& row : table.rows) row.resize(3);
  table.note = priced ? what_prices_are : "What owning costs is not known, and so not what parts are worth. ";
  if (!nothing.empty()) table.note += fmt::format("Nothing to gain from: {}.", nothing);
  return table;
}

std::string elasticity_text(const Answer& answer) {
  constexpr std::size_t page_width = 100;
  const ElasticityTable rows = elasticity_table(answer);
  if (rows.rows.empty()) return "";
  TextTable table(rows.alignment);
  for (const auto& row : rows.rows) table.row(row);
  return table.text() + wrapped(rows.note, page_width, 2);
}

std::string elasticity_section(const Answer& answer) {
  ElasticityTable table = elasticity_table(answer);
  if (table.rows.empty()) return "";
  for (auto& row : table.rows)
    for (std::string& cell : row) cell = html::escape(cell);
  return html::section(elasticity_title,
                       html::table(table.alignment, table.rows, true) +
                           fmt::format("<p class=\"quiet\">{}</p>\n", html::escape(table.note)));
}

Json elasticities_json(const Answer& answer) {
  const auto known = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json all = Json::array();
  for (const Elasticity& e : answer.elasticities)
    all.push_back({{"a_tenth_more_of", e.part},
                   {"step_seconds", e.step_seconds},
                   {"worth_usd", known(e.worth_usd)},
                   {"price_usd", known(e.usd)},
                   {"price_basis", e.basis},
                   {"step_usd_change", known(e.step_usd_change)}});
  return all;
}

}  // namespace headroom::scenarios
