// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/trade_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/catalogue/units.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "scenarios/views/scatter_chart.hpp"
#include "scenarios/views/text_table.hpp"

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
  charts::Series frontier{"nothing is as fast and as cheap", {}}, others{"the others", {}},
      base{"the baseline, its cost and its speed", {}};
  for (const TradeRow& row : trade.rows)
    (row.on_frontier ? frontier : others).points.emplace_back(row.speedup, row.usd);
  for (const TradeRow& row : trade.rows)
    if (row.answer == trade.baseline) base.points.emplace_back(row.speedup, row.usd);
  const std::vector<charts::Series> series{frontier, others, base};
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

std::vector<std::string> baseline_lines(const Trade& trade, std::span<const Answer> answers) {
  const auto base = std::find_if(trade.rows.begin(), trade.rows.end(),
                                 [&](const TradeRow& row) { return row.answer == trade.baseline; });
  std::vector<std::string> lines;
  if (trade.scaled)
    lines.push_back(fmt::format("Times and costs are of as much work as a {} of the baseline does",
                                trade.of_runs ? "run" : "step"));
  const auto say = [&](const char* held, const std::optional<std::size_t>& found, auto gain,
                       const char* none) {
    lines.push_back(found ? fmt::format("{}: {}, {}", held, title_of(answers[trade.rows[*found].answer]),
                                        gain(trade.rows[*found]))
                          : fmt::format("{}: {}", held, none));
  };
  const auto faster = [](const TradeRow& row) { return times(row.speedup) + " times as fast"; };
  say("For the cost of the baseline", trade.fastest_for_its_cost, faster, "nothing is faster");
  if (base->watts) say("For its power", trade.fastest_for_its_power, faster, "nothing is faster");
  say(
      "At its speed", trade.cheapest_at_its_speed,
      [&](const TradeRow& row) { return print_percent(1 - row.usd / base->usd) + " cheaper"; },
      "nothing is cheaper");
  return lines;
}

std::vector<std::string> left_out_lines(const Trade& trade, std::span<const Answer> answers) {
  constexpr std::size_t most_told = 5;
  std::vector<std::string> lines;
  for (const LeftOut& one : trade.left_out) {
    if (lines.size() == most_told) {
      lines.push_back(fmt::format("and {} more without a place", models::print_count(static_cast<double>(
                                                                     trade.left_out.size() - most_told))));
      break;
    }
    lines.push_back(fmt::format("without a place: {}: {}", title_of(answers[one.answer]), one.why));
  }
  return lines;
}

std::string trade_text(const Trade& trade, std::span<const Answer> answers, bool frontier_alone) {
  constexpr std::size_t page_width = 100;
  const TradeTable rows = frontier_alone ? frontier_table(trade, answers) : trade_table(trade, answers);
  TextTable table(rows.alignment);
  for (const auto& row : rows.rows) table.row(row);
  std::string text = table.text();
  for (const std::string& line : baseline_lines(trade, answers)) text += wrapped(line, page_width, 2);
  for (const std::string& line : left_out_lines(trade, answers)) text += wrapped(line, page_width, 2);
  return text;
}

std::string trade_section(const Trade& trade, std::span<const Answer> answers) {
  TradeTable table = trade_table(trade, answers);
  for (auto& row : table.rows)
    for (std::string& cell : row) cell = html::escape(cell);
  std::vector<std::string> lines = baseline_lines(trade, answers);
  for (std::string& line : left_out_lines(trade, answers)) lines.push_back(std::move(line));
  return html::section(trade_title, plot(trade, answers) + "<div class=\"wide\">\n" +
                                        html::table(table.alignment, table.rows, true) + "</div>\n" +
                                        html::list(lines));
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
  Json left_out = Json::array();
  for (const LeftOut& one : trade.left_out)
    left_out.push_back({{"answer", title_of(answers[one.answer])}, {"why", one.why}});
  const auto name = [&](const std::optional<std::size_t>& row) {
    return row ? Json(title_of(answers[trade.rows[*row].answer])) : Json(nullptr);
  };
  return {{"baseline", title_of(answers[trade.baseline])},
          {"of_runs", trade.of_runs},
          {"fastest_for_its_cost", name(trade.fastest_for_its_cost)},
          {"fastest_for_its_power", name(trade.fastest_for_its_power)},
          {"cheapest_at_its_speed", name(trade.cheapest_at_its_speed)},
          {"rows", std::move(rows)},
          {"left_out", std::move(left_out)}};
}

}  // namespace headroom::scenarios
