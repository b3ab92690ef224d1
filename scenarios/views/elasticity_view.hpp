// SPDX-License-Identifier: Apache-2.0
// What a tenth more of each part brings and costs, as the table and the page both show it.
#pragma once
#include <nlohmann/json_fwd.hpp>
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
// The same as text and as a section of a page; empty where there is nothing to tell.
[[nodiscard]] std::string elasticity_text(const Answer& answer);
[[nodiscard]] std::string elasticity_section(const Answer& answer);
[[nodiscard]] nlohmann::ordered_json elasticities_json(const Answer& answer);

}  // namespace headroom::scenarios
