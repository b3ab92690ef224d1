// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/answer.hpp"
#include "scenarios/compare.hpp"

namespace headroom::scenarios {

// The answers to one file as a newcomer reads them in a terminal. `bold`: headings with terminal escapes.
[[nodiscard]] std::string answer_table(const ScenarioFile& file, std::span<const Answer> answers, bool bold);
[[nodiscard]] std::string comparison_table(const Comparison& comparison, bool bold);

}  // namespace headroom::scenarios
