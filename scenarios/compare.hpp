// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

// What differs between two questions, and what it does to the answers.
struct Comparison {
  struct Input {
    std::string path, a, b;  // as written; "(default)" where only the other file says something
  };
  struct Quantity {
    std::string name;                   // of Answer::quantities
    std::optional<double> a, b, ratio;  // ratio = b / a, where both have it and a is not 0
  };

  std::string a, b;  // names
  std::vector<Input> inputs;
  std::vector<Quantity> quantities;
};

[[nodiscard]] Comparison compare(const Answer& a, const Answer& b);

}  // namespace headroom::scenarios
