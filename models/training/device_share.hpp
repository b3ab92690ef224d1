// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "models/catalogue/accelerator.hpp"
#include "models/communication/collective.hpp"

namespace headroom::models {

// What a collective of `group` takes of an accelerator while it moves bytes: the share of its multiprocessors
// for each byte per second. NCCL's kernels stay on the device from begin to end, one thread block a channel.
// All channels together are made to fill the way out of the accelerator; between servers, the NICs that a
// server has when each accelerator has its own (a server with fewer gets fewer channels, and a group that
// uses one NIC of them its part). 0 where the number of multiprocessors is not known.
[[nodiscard]] double multiprocessor_share_per_rate(Collective collective, int channels,
                                                   std::span<const int> group,
                                                   const topologies::Cluster& cluster,
                                                   const Accelerator& accelerator);

}  // namespace headroom::models
