// SPDX-License-Identifier: Apache-2.0
// Cost against speed over a set of answers: variants, the points of a sweep, the best of a plan.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/answer.hpp"
#include "scenarios/plan/limits.hpp"

namespace headroom::scenarios {

struct TradeRow {
  std::size_t answer = 0;  // its place among the answers
  // Of a run, or of a step, of as many tokens (images, samples) as the baseline's.
  double seconds = 0, usd = 0;
  double accelerators = 0;
  std::optional<double> watts = {};  // at most, before PUE; empty: not known
  double speedup = 1;                // over the baseline
  double efficiency = 1;             // speedup / how many times as many accelerators
  bool on_frontier = false;          // no other is as fast and as cheap
  bool is_knee = false;              // of the frontier: from here on speed costs more than its share
  // Of the frontier: what each percent of speed over the next cheaper one costs.
  std::optional<double> usd_per_percent = {};
};

struct LeftOut {  // an answer without a row
  std::size_t answer = 0;
  std::string why;
};

struct Trade {
  std::size_t baseline = 0;    // answer
  bool of_runs = false;        // else of steps
  bool scaled = false;         // some did other work than the baseline: theirs is scaled to it
  std::vector<TradeRow> rows;  // cheapest first
  std::vector<LeftOut> left_out;
  // The rows that are better in one thing and no worse in another than the baseline; empty: none is.
  std::optional<std::size_t> fastest_for_its_cost, fastest_for_its_power, cheapest_at_its_speed;
};

// Of the training answers that are feasible and have a price, had in the cheapest of the `ways`. `baseline`
// names one of them (its variant); empty: the fewest accelerators, of these the cheapest. Empty where fewer
// than two differ. Throws Error(bad_input) for a baseline that is none of them.
[[nodiscard]] std::optional<Trade> trade_of(std::span<const Answer> answers, const std::string& baseline,
                                            const std::vector<Acquisition>& ways = Limits{}.acquisitions);

// Marks the frontier of rows sorted by cost, and its knee: the point farthest above the line between the
// ends, where one is above it, both axes scaled to one (Satopaa et al., Finding a "Kneedle" in a Haystack,
// ICDCSW 2011).
void mark_frontier(std::vector<TradeRow>& rows);

}  // namespace headroom::scenarios
