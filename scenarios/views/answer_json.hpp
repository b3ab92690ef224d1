// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/answer.hpp"
#include "scenarios/compare.hpp"

namespace headroom::scenarios {

// Machine-readable answers in SI units:
// {"name", "question", "answers": [{"variant", "feasible", "quantities": {...}, "breakdown": {...}, ...}],
// "expected"}
[[nodiscard]] std::string answers_json(const ScenarioFile& file, std::span<const Answer> answers);
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

}  // namespace headroom::scenarios
