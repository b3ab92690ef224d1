// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/training/step.hpp"

namespace headroom::models {

// Seconds that the input pipeline of the busiest server needs for one step's samples: reading them from
// storage, decoding them on the host, or copying them to the accelerators, whichever is slowest (they run
// side by side).
[[nodiscard]] double input_seconds(const topologies::Cluster& cluster, const TrainingJob& job);

// Samples are prefetched, so that in the steady state the slower of input and training sets the pace:
// lengthens a step that trains faster than samples come.
void wait_for_input(const topologies::Cluster& cluster, const TrainingJob& job, double& step_seconds,
                    Breakdown& breakdown, double& busy_fraction);

}  // namespace headroom::models
