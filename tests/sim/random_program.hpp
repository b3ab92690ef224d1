// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "sim/program.hpp"
#include "tests/sim/random.hpp"

namespace headroom::sim::test {

// A program that ends: joint operations are entered in one order by all streams, and dependencies point
// backwards. Amounts, capacities and latencies come from few values, so that ties are frequent.
struct RandomProgram {
  std::uint32_t resources = 6, streams = 5, works = 8, operations = 40;
  bool caps = true, shares = true, joint = true;

  [[nodiscard]] Program make(Random& random) const;
};

}  // namespace headroom::sim::test
