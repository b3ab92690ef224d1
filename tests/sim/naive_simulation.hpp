// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "sim/simulation.hpp"

namespace headroom::sim::test {

// What run() computes (starts, finishes, makespan), without event queue, own clocks or components: at every
// instant at which something begins or ends, all rates are computed anew. The program must not deadlock.
[[nodiscard]] Timeline naive_run(const Program& program);

}  // namespace headroom::sim::test
