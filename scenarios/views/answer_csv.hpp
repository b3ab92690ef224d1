// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/answer.hpp"
#include "scenarios/compare.hpp"

namespace headroom::scenarios {

// One figure a line: scenario,variant,group,name,value. Groups: quantity, memory, link, capex, size (name =
// bytes/figure).
[[nodiscard]] std::string answers_csv(const ScenarioFile& file, std::span<const Answer> answers);
// quantity,a,b,ratio
[[nodiscard]] std::string comparison_csv(const Comparison& comparison);

}  // namespace headroom::scenarios
