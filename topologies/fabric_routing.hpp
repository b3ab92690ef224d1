// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "topologies/fabric_shape.hpp"

namespace headroom::topologies {

// What tells flows apart.
struct Flow {
  int source, destination;  // accelerators
  std::uint64_t number;
};

// Which of the parallel cables a flow takes, at each stage that it passes.
struct Lanes {
  int leaf_up = 0;     // uplink of the source leaf; its spine is leaf_up / cables_to_each_spine()
  int spine_up = 0;    // uplink of that spine
  int spine_down = 0;  // uplink (used downwards) of the spine in the destination's pod
  int leaf_down = 0;   // uplink (used downwards) of the destination's leaf
};

// With adaptive routing all zero: the uplinks of a switch are one link then. `destination_port` as port_of()
// counts.
[[nodiscard]] Lanes choose_lanes(const FabricShape& shape, const FabricDescription& fabric, const Flow& flow,
                                 int destination_port);

}  // namespace headroom::topologies
