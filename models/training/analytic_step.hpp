// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/training/exchanges.hpp"
#include "models/training/schedule.hpp"
#include "models/training/stage_costs.hpp"

namespace headroom::models {

struct AnalyticStep {
  double seconds = 0;
  Breakdown breakdown;
  double busy_fraction = 0;
};

// The step in closed form, from the same costs and plans as the simulation; see analytic_step.cpp for the
// formulas.
[[nodiscard]] AnalyticStep analytic_step(const TrainingJob& job, const StageCosts& costs,
                                         Exchanges& exchanges, Schedules& schedules);

}  // namespace headroom::models
