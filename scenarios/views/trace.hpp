// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

// The simulated timeline as Chrome trace events (opens in Perfetto): a process for each rank or stage, a
// thread for each of its streams, a complete event for each operation, in microseconds. Throws
// Error(bad_input) when nothing was simulated event by event (fidelity analytic).
[[nodiscard]] std::string trace_json(std::span<const Answer> answers);

// "stage 0 rank 3: compute" = {"stage 0 rank 3", "compute"}: how models/training names streams.
struct StreamName {
  std::string rank, stream;
};
[[nodiscard]] StreamName split_stream_name(const std::string& name);

}  // namespace headroom::scenarios
