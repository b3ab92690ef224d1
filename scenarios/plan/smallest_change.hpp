// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "scenarios/plan/plan.hpp"

namespace headroom::scenarios {

// Where nothing keeps the limits: changes each of which would make an answer, in words. The least that one
// limit would have to give; more servers; where nothing fits, the memory that an accelerator would need.
// `misses`: what was priced and breaks a limit, or lacks a price.
[[nodiscard]] std::vector<std::string> smallest_changes(const SweepQuestion& question,
                                                        const std::vector<PlanEntry>& misses);

}  // namespace headroom::scenarios
