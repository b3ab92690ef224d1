// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "scenarios/expectation.hpp"
#include "scenarios/plan/plan.hpp"

namespace headroom::scenarios {

struct PlanShown {
  bool explain = false;  // why each runner-up loses, and why clusters were refused
  bool bold = false;     // headings with terminal escapes
};
[[nodiscard]] std::string plan_table(const Plan& plan, const PlanShown& shown);
[[nodiscard]] std::string plan_json(const Plan& plan);
[[nodiscard]] std::string plan_csv(const Plan& plan);
[[nodiscard]] std::string plan_html(const Plan& plan);

// The bands of a question held against the best answer; none where there is no answer.
[[nodiscard]] std::vector<Verdict> check_plan(const Plan& plan);

}  // namespace headroom::scenarios
