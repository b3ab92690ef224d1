// SPDX-License-Identifier: Apache-2.0
// One collective, run in each fidelity.
#pragma once
#include <span>
#include <vector>

#include "models/communication/collective.hpp"
#include "sim/simulation.hpp"

namespace headroom::tests {

[[nodiscard]] double fluid_seconds(const topologies::Cluster& cluster, const models::CollectivePlan& plan);
[[nodiscard]] sim::Ticks message_ticks(const topologies::Cluster& cluster, const models::CollectivePlan& plan,
                                       std::span<const int> group);
// The groups' plans at once, each as work of its own; when that of the representative ends.
[[nodiscard]] double unfolded_seconds(const topologies::Cluster& cluster,
                                      std::span<const models::CollectivePlan> plans,
                                      std::size_t representative);

}  // namespace headroom::tests
