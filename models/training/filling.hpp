// SPDX-License-Identifier: Apache-2.0
// How the ranks of a layout, side by side in their order, fill servers and what the fabric packs servers
// into.
#pragma once
#include <string>

#include "models/training/layout.hpp"
#include "topologies/cluster.hpp"

namespace headroom::models {

// ZeRO's states are split over a part of the replicas.
[[nodiscard]] bool splits_shards(const Layout& layout);

// Uplinks of which traffic could take more than there is.
[[nodiscard]] bool fabric_can_block(const topologies::Cluster& cluster);

// Why some tensor- or context-parallel groups, sharding groups or stages lie otherwise than others do, in
// words; empty: they fill servers evenly, several to one or several servers to one group, and (with
// `in_fabric`) so do they what lies under a leaf and in a pod.
[[nodiscard]] std::string uneven_filling(const topologies::Cluster& cluster, const Layout& layout,
                                         bool in_fabric);

// Stages fill whole servers, and lie in the fabric one like another.
[[nodiscard]] bool stages_lie_alike(const topologies::Cluster& cluster, const Layout& layout);
// And each lies to the next as the first to the second: stages fill whole leaves and pods.
[[nodiscard]] bool transfers_lie_alike(const topologies::Cluster& cluster, const Layout& layout);

}  // namespace headroom::models
