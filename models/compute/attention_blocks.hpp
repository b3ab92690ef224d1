// SPDX-License-Identifier: Apache-2.0
// How fused attention is cut into blocks of queries and the blocks are dealt out to the multiprocessors
// ("cores").
#pragma once
#include "models/compute/kernel_time.hpp"

namespace headroom::models {

// FLOPs, as time at the data-sheet rate of all cores, that one launch of this attention costs (>= its
// arithmetic).
[[nodiscard]] double attention_flops_spent(const Kernel& kernel, const ComputeProfile& profile, double cores);

}  // namespace headroom::models
