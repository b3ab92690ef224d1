// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "sim/program.hpp"

namespace headroom::sim::test {

struct NaiveActivity {
  double share = 1, rate_cap = 0;
  std::vector<Demand> demands;
};

// Progressive filling as the definition says it, everything computed anew in every round (see
// sim/max_min.hpp).
[[nodiscard]] std::vector<double> naive_max_min(std::span<const double> capacities,
                                                std::span<const NaiveActivity> activities);

}  // namespace headroom::sim::test
