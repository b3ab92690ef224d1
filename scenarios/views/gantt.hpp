// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "models/training/step.hpp"

namespace headroom::scenarios::charts {

[[nodiscard]] std::string category_colour(models::StepCategory category);

// One step as bars in time, a row for each stream that works. Empty when the step was not simulated event by
// event, or is too large to read.
[[nodiscard]] std::string gantt(const models::TrainingStep& step);

}  // namespace headroom::scenarios::charts
