// SPDX-License-Identifier: Apache-2.0
// What a tenth more of each part brings and costs, as the table and the page both show it.
#pragma once
#include <string>
#include <vector>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

inline constexpr const char* elasticity_title = "What a tenth more of each part would bring, and cost";

struct ElasticityTable {
  std::string alignment;
  std::vector<std::vector<std::string>> rows;  // the first is the head; none where nothing brings anything
  std::string note;                            // what the figures mean, and which parts bring nothing
};
[[nodiscard]] ElasticityTable elasticity_table(const Answer& answer);

}  // namespace headroom::scenarios
