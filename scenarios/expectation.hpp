// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

struct Verdict {
  Expectation expectation;
  double value = 0;  // what was found; 0 with met = false when the answer has no such figure
  bool met = false;
  std::string text;  // "mfu of TP 8: 0.412, expected 0.38 to 0.43"
};

// Holds answers to the bands of their file, in the order of the file.
[[nodiscard]] std::vector<Verdict> check_expectations(const ScenarioFile& file,
                                                      std::span<const Answer> answers);

}  // namespace headroom::scenarios
