// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/language/node.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

// The bands of a document. `answers`: what its answers are called, which `variant` and `over` must name.
[[nodiscard]] std::vector<Expectation> read_expectations(const Node& document,
                                                         std::span<const std::string> answers);

}  // namespace headroom::scenarios
