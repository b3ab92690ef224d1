// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/plan/limits.hpp"

namespace headroom::scenarios {

// What a plan makes small, of a run (of a step, where no run is asked for).
enum class Objective { time, cost, cost_time, energy, co2, capex, power };

struct ObjectiveNames {
  const char* word;      // "time"
  const char* quantity;  // by which its figures are printed: "run_seconds"
};
[[nodiscard]] ObjectiveNames names_of(Objective objective);

// Empty: the answer does not know it (no price, no region).
[[nodiscard]] std::optional<double> value_of(Objective objective, const Answer& answer,
                                             const std::vector<Acquisition>& ways);

// Whether `a` is at least as good in everything and better in something. Both have as many values.
[[nodiscard]] bool dominates(std::span<const double> a, std::span<const double> b);

}  // namespace headroom::scenarios
