// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/trade_view.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/catalogue/units.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "scenarios/views/scatter_chart.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;

std::string times(double factor) {
  return fmt::format("{:.2f}", factor);
}

const char* mark_of(const TradeRow& row) {
  if (row.is_knee) return "* knee";
  return row.on_frontier ? "*" : "";
}

std::string plot(const Trade& trade, std::span<const Answer> answers) {
  charts::Series frontier{"nothing is as fast and as cheap", {}}, others{"the others", {}};
  for (const TradeRow& row : trade.rows)
    (row.on_frontier ? frontier : others).points.emplace_back(row.speedup, row.usd);
  const std::vector<charts::Series> series{frontier, others};
  return charts::scatter(series, {"speedup over " + title_of(answers[trade.baseline]), times},
                         {trade.of_runs ? "cost of a run" : "cost of a step", models::print_money});
}

}  // namespace

TradeTable trade_table(const Trade& trade, std::span<const Answer> answers) {
  TradeTable table{"lrrrrrrl",
                   {{"", "GPUs", trade.of_runs ? "run" : "step", "speedup", "efficiency", "cost",
                     "a further percent", ""}}};
  for (const TradeRow& row : trade.rows)
    table.rows.push_back({title_of(answers[row.answer]) + (row.answer == trade.baseline ? " (baseline)" : ""),
                          models::print_count(row.accelerators), models::print_seconds(row.seconds),
                          times(row.speedup), print_percent(row.efficiency), models::print_money(row.usd),
                          row.usd_per_percent ? models::print_money(*row.usd_per_percent) : "-",
                          mark_of(row)});
  return table;
}

TradeTable frontier_table(const Trade& trade, std::span<const Answer> answers) {
  Trade frontier = trade;
  std::erase_if(frontier.rows,
                [&](const TradeRow& row) { return !row.on_frontier && row.answer != trade.baseline; });
  return trade_table(frontier, answers);
}

std::string trade_section(const Trade& trade, std::span<const Answer> answers) {
  TradeTable table = trade_table(trade, answers);
  for (auto& row : table.rows)
    for (std::string& cell : row) cell = html::escape(cell);
  return html::section(trade_title, plot(trade, answers) + "<div class=\"wide\">\n" +
                                        html::table(table.alignment, table.rows, true) + "</div>\n");
}

Json trade_json(const Trade& trade, std::span<const Answer> answers) {
  Json rows = Json::array();
  for (const TradeRow& row : trade.rows)
    rows.push_back({{"answer", title_of(answers[row.answer])},
                    {"seconds", row.seconds},
                    {"usd", row.usd},
                    {"accelerators", row.accelerators},
                    {"speedup", row.speedup},
                    {"efficiency", row.efficiency},
                    {"on_frontier", row.on_frontier},
                    {"is_knee", row.is_knee},
                    {"usd_per_percent", row.usd_per_percent ? Json(*row.usd_per_percent) : Json(nullptr)}});
  return {
      {"baseline", title_of(answers[trade.baseline])}, {"of_runs", trade.of_runs}, {"rows", std::move(rows)}};
}

}  // namespace headroom::scenarios
