// SPDX-License-Identifier: Apache-2.0
#include "scenarios/trade.hpp"

#include <algorithm>
#include <tuple>

#include "models/catalogue/near_names.hpp"
#include "scenarios/plan/objective.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

std::vector<TradeRow> rows_of(std::span<const Answer> answers, const std::vector<Acquisition>& ways) {
  std::vector<TradeRow> rows;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Answer& answer = answers[i];
    if (!answer.feasible || !answer.quantities.contains("step_seconds")) continue;
    const std::optional<double> usd = value_of(Objective::cost, answer, ways);
    if (!usd) continue;
    rows.push_back({.answer = i,
                    .seconds = *value_of(Objective::time, answer, ways),
                    .usd = *usd,
                    .accelerators = answer.quantities.at("accelerators")});
  }
  return rows;
}

const TradeRow& baseline_of(const std::vector<TradeRow>& rows, std::span<const Answer> answers,
                            const std::string& name) {
  if (name.empty())
    return *std::min_element(rows.begin(), rows.end(), [](const TradeRow& a, const TradeRow& b) {
      return std::tie(a.accelerators, a.usd) < std::tie(b.accelerators, b.usd);
    });
  std::vector<std::string> names;
  for (const TradeRow& row : rows) {
    names.push_back(answers[row.answer].scenario.variant);
    if (names.back() == name) return row;
  }
  throw bad_input("baseline: " + models::unknown_name("answer with a price", name, names));
}

}  // namespace

void mark_frontier(std::vector<TradeRow>& rows) {
  if (rows.empty()) return;
  std::vector<TradeRow*> frontier;
  for (TradeRow& row : rows) {
    const bool is_faster = frontier.empty() || row.seconds < frontier.back()->seconds;
    row.on_frontier = is_faster;
    if (!is_faster) continue;
    if (!frontier.empty())
      row.usd_per_percent =
          (row.usd - frontier.back()->usd) / (100 * (frontier.back()->seconds / row.seconds - 1));
    frontier.push_back(&row);
  }
  const TradeRow &first = *frontier.front(), &last = *frontier.back();
  TradeRow* knee = nullptr;
  double farthest = 0;  // ends are on the line
  for (TradeRow* row : frontier) {
    const double above = (row->speedup - first.speedup) / (last.speedup - first.speedup) -
                         (row->usd - first.usd) / (last.usd - first.usd);
    if (row == &first || row == &last || above <= farthest) continue;
    farthest = above;
    knee = row;
  }
  if (knee != nullptr) knee->is_knee = true;
}

std::optional<Trade> trade_of(std::span<const Answer> answers, const std::string& baseline,
                              const std::vector<Acquisition>& ways) {
  Trade trade;
  trade.rows = rows_of(answers, ways);
  if (trade.rows.empty()) {
    if (!baseline.empty()) throw bad_input("baseline: expected answers with a price, found none");
    return std::nullopt;
  }
  const TradeRow base = baseline_of(trade.rows, answers, baseline);
  trade.baseline = base.answer;
  trade.of_runs = answers[base.answer].quantities.contains("run_seconds");
  for (TradeRow& row : trade.rows) {
    row.speedup = base.seconds / row.seconds;
    row.efficiency = row.speedup / (row.accelerators / base.accelerators);
  }
  std::stable_sort(trade.rows.begin(), trade.rows.end(), [](const TradeRow& a, const TradeRow& b) {
    return std::tie(a.usd, a.seconds) < std::tie(b.usd, b.seconds);
  });
  mark_frontier(trade.rows);
  const bool differ = std::any_of(trade.rows.begin(), trade.rows.end(), [&](const TradeRow& row) {
    return row.seconds != base.seconds || row.usd != base.usd;
  });
  return differ ? std::optional(trade) : std::nullopt;
}

}  // namespace headroom::scenarios
