// SPDX-License-Identifier: Apache-2.0
// Entries of a plan in the order of what is asked for.
#pragma once
#include <cstddef>
#include <vector>

#include "scenarios/plan/plan.hpp"

namespace headroom::scenarios {

// Notes who is on the frontier and sorts. By one objective: the least first. By several: first what nothing
// else beats in all of them, by the first objective; then the others, by the first objective. All entries
// must be priced.
void rank(std::vector<PlanEntry>& ranked);

// The first `count` of ranked entries, and what else is on the frontier (at most as many again).
[[nodiscard]] std::vector<PlanEntry> best_of(std::vector<PlanEntry> ranked, std::size_t count);

}  // namespace headroom::scenarios
