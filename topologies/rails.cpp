// SPDX-License-Identifier: Apache-2.0
// Rails: NIC i of every server is plugged into a switch of rail i, so that equal ranks of different servers
// are one switch apart.
#include <fmt/format.h>

#include "sim/error.hpp"
#include "topologies/fabric_families.hpp"

namespace headroom::topologies {

// The leaves of all rails are joined by spines, and by cores when the spines have too few ports.
FabricShape rail_optimised(const FabricDescription& fabric, const Cabling& cabling) {
  const bool two = cabling.leaves(usual_leaf_ports(fabric).down) <= most_leaves(fabric.switch_ports, 2);
  return two ? two_tiers(fabric, cabling) : three_tiers(fabric, cabling);
}

// Wang et al., "Rail-only: a low-cost high-performance network for training LLMs with trillion parameters"
// (arXiv 2307.12169), with one switch for each rail.
FabricShape rail_only(const FabricDescription& fabric, const Cabling& cabling) {
  if (cabling.servers > fabric.switch_ports) {
    throw bad_input(
        fmt::format("rail-only: {} servers need {} ports on the switch of each rail, which has {}: use "
                    "rail-optimised, or switches of at least {} ports",
                    cabling.servers, cabling.servers, fabric.switch_ports, cabling.servers));
  }
  FabricShape shape;
  shape.leaves = shape.leaves_per_pod = cabling.nics_per_server;
  shape.leaf_down = fabric.switch_ports;
  return shape;
}

}  // namespace headroom::topologies
