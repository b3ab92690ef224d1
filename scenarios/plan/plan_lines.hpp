// SPDX-License-Identifier: Apache-2.0
// What table, page and CSV say of a plan, in words.
#pragma once
#include <string>
#include <vector>

#include "scenarios/plan/plan.hpp"
#include "scenarios/trade.hpp"
#include "scenarios/views/answer_lines.hpp"

namespace headroom::scenarios {

// "24 clusters, 183,204 layouts: ...": how the answer was found, and why nothing left out beats it.
[[nodiscard]] std::vector<std::string> search_lines(const Plan& plan);

// "TP4 PP8 DP2 VP6 mb1 SP ZeRO1 recompute selective"
[[nodiscard]] std::string layout_text(const models::Layout& layout);

// The best answer: cluster, layout, figures with the interval, how it is had.
[[nodiscard]] std::vector<Line> best_lines(const PlanEntry& best);
// Limit, what the answer needs, what is left of it.
[[nodiscard]] std::vector<Line> limit_lines(const PlanEntry& best);

// One row an entry, a head first. Columns in which all entries agree are left out.
struct PlanRows {
  std::string alignment;
  std::vector<std::vector<std::string>> rows;
};
[[nodiscard]] PlanRows ranked_rows(const Plan& plan);
// Cost against speedup of the entries, called by their clusters (by their layouts, where there is one
// cluster); `answers` are what the trade refers to.
struct PlanTrade {
  std::vector<Answer> answers;
  Trade trade;
};
[[nodiscard]] std::optional<PlanTrade> trade_of(const Plan& plan);

// Why an entry is not the best: by how much it loses, and the parts of the step (or the price) that make the
// difference.
[[nodiscard]] std::string why_it_loses(const Plan& plan, const PlanEntry& entry);

}  // namespace headroom::scenarios
