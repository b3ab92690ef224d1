// SPDX-License-Identifier: Apache-2.0
#include "scenarios/trade.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "models/catalogue/near_names.hpp"
#include "scenarios/plan/objective.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

void add_rows(std::span<const Answer> answers, const std::vector<Acquisition>& ways, Trade& trade) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Answer& answer = answers[i];
    const bool has_step = answer.quantities.contains("step_seconds");
    const std::optional<double> usd = has_step ? value_of(Objective::cost, answer, ways) : std::nullopt;
    if (!answer.feasible) {
      trade.left_out.push_back({i, answer.why_not});
    } else if (!usd) {
      trade.left_out.push_back({i, has_step ? "no price is known" : "no training"});
    } else {
      trade.rows.push_back({.answer = i,
                            .seconds = *value_of(Objective::time, answer, ways),
                            .usd = *usd,
                            .accelerators = answer.quantities.at("accelerators"),
                            .watts = value_of(Objective::power, answer, ways)});
    }
  }
}

constexpr double same_work = 1e-9;  // relative: rounding of rate x time

// Tokens (images, samples) of a step; empty: not known.
std::optional<double> units_of_step(const Answer& answer) {
  for (const char* rate : {"tokens_per_second", "images_per_second", "samples_per_second"})
    if (const auto found = answer.quantities.find(rate); found != answer.quantities.end())
      return found->second * answer.quantities.at("step_seconds");
  return std::nullopt;
}

// Steps of unlike batches, each as long as the baseline's work takes.
void scale_steps(const Answer& base, std::span<const Answer> answers, std::vector<TradeRow>& rows) {
  const auto of_base = units_of_step(base);
  for (TradeRow& row : rows) {
    const auto units = units_of_step(answers[row.answer]);
    if (!of_base || !units || std::abs(*units / *of_base - 1) < same_work) continue;
    row.seconds *= *of_base / *units;
    row.usd *= *of_base / *units;
  }
}

// The row that is best by `better` of those that `holds`; empty where that is none better than the baseline.
template <typename Holds, typename Better>
std::optional<std::size_t> best_row(const std::vector<TradeRow>& rows, const TradeRow& base, Holds holds,
                                    Better better) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (holds(rows[i]) && better(rows[i], best ? rows[*best] : base)) best = i;
  return best;
}

void compare_to_baseline(const TradeRow& base, Trade& trade) {
  const auto faster = [](const TradeRow& a, const TradeRow& b) { return a.seconds < b.seconds; };
  const auto cheaper = [](const TradeRow& a, const TradeRow& b) { return a.usd < b.usd; };
  trade.fastest_for_its_cost = best_row(
      trade.rows, base, [&](const TradeRow& row) { return row.usd <= base.usd; }, faster);
  trade.fastest_for_its_power = best_row(
      trade.rows, base,
      [&](const TradeRow& row) { return row.watts && base.watts && *row.watts <= *base.watts; }, faster);
  trade.cheapest_at_its_speed = best_row(
      trade.rows, base, [&](const TradeRow& row) { return row.seconds <= base.seconds; }, cheaper);
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
  add_rows(answers, ways, trade);
  if (trade.rows.empty()) {
    if (!baseline.empty()) throw bad_input("baseline: expected answers with a price, found none");
    return std::nullopt;
  }
  const TradeRow base = baseline_of(trade.rows, answers, baseline);
  trade.baseline = base.answer;
  trade.of_runs = answers[base.answer].quantities.contains("run_seconds");
  if (!trade.of_runs) scale_steps(answers[base.answer], answers, trade.rows);
  for (TradeRow& row : trade.rows) {
    row.speedup = base.seconds / row.seconds;
    row.efficiency = row.speedup / (row.accelerators / base.accelerators);
  }
  std::stable_sort(trade.rows.begin(), trade.rows.end(), [](const TradeRow& a, const TradeRow& b) {
    return std::tie(a.usd, a.seconds) < std::tie(b.usd, b.seconds);
  });
  mark_frontier(trade.rows);
  compare_to_baseline(base, trade);
  const bool differ = std::any_of(trade.rows.begin(), trade.rows.end(), [&](const TradeRow& row) {
    return row.seconds != base.seconds || row.usd != base.usd;
  });
  return differ ? std::optional(trade) : std::nullopt;
}

}  // namespace headroom::scenarios
