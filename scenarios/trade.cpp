// SPDX-License-Identifier: Apache-2.0
#include "scenarios/trade.hpp"

#include <fmt/format.h>

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

// Rounding of rate x time, and a last step that a run does not need whole.
constexpr double same_work = 0.01;

double figure(const Answer& answer, const char* name) {
  const auto found = answer.quantities.find(name);
  return found == answer.quantities.end() ? 0 : found->second;
}

// Tokens (images, samples) of a run, or of a step; 0: not known.
double work_of(const Answer& answer, bool of_runs) {
  const double seconds = figure(answer, of_runs ? "run_seconds" : "step_seconds");
  for (const char* rate : {"tokens_per_second", "images_per_second", "samples_per_second"})
    if (answer.quantities.contains(rate)) return figure(answer, rate) * seconds;
  return 0;
}

// Of unlike work each takes as long, and costs as much, as the baseline's.
void scale_to_baseline(const Answer& base, std::span<const Answer> answers, Trade& trade) {
  const double of_base = work_of(base, trade.of_runs);
  for (TradeRow& row : trade.rows) {
    const double work = work_of(answers[row.answer], trade.of_runs);
    if (of_base <= 0 || work <= 0 || std::abs(work / of_base - 1) < same_work) continue;
    trade.scaled = true;
    row.seconds *= of_base / work;
    row.usd *= of_base / work;
  }
}

// A run and a step are nothing to compare.
void leave_out_unlike(bool of_runs, std::span<const Answer> answers, Trade& trade) {
  std::erase_if(trade.rows, [&](const TradeRow& row) {
    const bool is_run = answers[row.answer].quantities.contains("run_seconds");
    if (is_run == of_runs) return false;
    trade.left_out.push_back({row.answer, is_run ? "asks for a run, the baseline for a step"
                                                 : "asks for a step, the baseline for a run"});
    return true;
  });
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

const TradeRow& baseline_of(const Trade& trade, std::span<const Answer> answers, const std::string& name) {
  const std::vector<TradeRow>& rows = trade.rows;
  if (name.empty())
    return *std::min_element(rows.begin(), rows.end(), [](const TradeRow& a, const TradeRow& b) {
      return std::tie(a.accelerators, a.usd) < std::tie(b.accelerators, b.usd);
    });
  std::vector<std::string> names;
  for (const TradeRow& row : rows) {
    names.push_back(answers[row.answer].scenario.variant);
    if (names.back() == name) return row;
  }
  for (const LeftOut& one : trade.left_out)
    if (answers[one.answer].scenario.variant == name)
      throw bad_input(
          fmt::format("baseline: expected an answer that fits and has a price, found {}: {}", name, one.why));
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
  const TradeRow base = baseline_of(trade, answers, baseline);
  trade.baseline = base.answer;
  trade.of_runs = answers[base.answer].quantities.contains("run_seconds");
  leave_out_unlike(trade.of_runs, answers, trade);
  scale_to_baseline(answers[base.answer], answers, trade);
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
