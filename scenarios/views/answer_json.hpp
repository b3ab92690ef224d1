// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "scenarios/answer.hpp"
#include "scenarios/compare.hpp"

namespace headroom::scenarios {

// Machine-readable answers in SI units:
// {"name", "question", "answers": [{"variant", "feasible", "quantities": {...}, "breakdown": {...}, ...}],
// "expected"}
[[nodiscard]] std::string answers_json(const ScenarioFile& file, std::span<const Answer> answers);
// The bands of a file and whether its answers lie in them: the "expected" above.
[[nodiscard]] nlohmann::ordered_json expectations_json(const ScenarioFile& file,
                                                       std::span<const Answer> answers);
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

}  // namespace headroom::scenarios
