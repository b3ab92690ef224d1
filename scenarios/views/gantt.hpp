// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "models/training/step.hpp"

namespace headroom::scenarios::charts {

[[nodiscard]] std::string category_colour(models::StepCategory category);

// One step in time, a row for each stream that works: slices of the step, in which each kind of work is as
// high as its share of the slice. Empty when the step was not simulated event by event, or has more streams
// than one can read.
[[nodiscard]] std::string gantt(const models::TrainingStep& step);

}  // namespace headroom::scenarios::charts
