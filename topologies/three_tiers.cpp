// SPDX-License-Identifier: Apache-2.0
// 3-tier fat tree (Al-Fares, Loukissas, Vahdat, "A scalable, commodity data center network architecture",
// SIGCOMM 2008, section 3.1): pods of k/2 leaves and k/2 spines, (k/2)^2 cores; k^3/4 hosts and 5k^2/4
// switches at full size. Only as many pods and cores as needed are built; leaves may be oversubscribed, which
// leaves fewer spines in each pod.
#include <fmt/format.h>

#include "sim/error.hpp"
#include "topologies/fabric_families.hpp"

namespace headroom::topologies {

FabricShape three_tiers(const FabricDescription& fabric, const Cabling& cabling) {
  if (fabric.spines != 0) {
    throw bad_input(
        fmt::format("{}: the number of spines ({}) can be chosen for two tiers only, not for three",
                    to_string(fabric.kind), fabric.spines));
  }
  const LeafPorts ports = usual_leaf_ports(fabric);
  const int half = fabric.switch_ports / 2;
  const long leaves = cabling.leaves(ports.down);
  if (leaves > most_leaves(fabric.switch_ports, 3)) {
    throw bad_input(
        fmt::format("{}: {} need {} leaves of {} down and {} up, but three tiers of {}-port switches join at "
                    "most {} leaves ({} NIC "
                    "ports): use switches of at least {} ports",
                    to_string(fabric.kind), cabling.text(), leaves, ports.down, ports.up, fabric.switch_ports,
                    most_leaves(fabric.switch_ports, 3), most_leaves(fabric.switch_ports, 3) * ports.down,
                    radix_for(fabric, cabling, 3)));
  }
  if (leaves <= half) return two_tiers(fabric, cabling);  // one pod needs no cores
  FabricShape shape;
  shape.leaves = static_cast<int>(leaves);
  shape.leaf_down = ports.down;
  shape.leaf_up = shape.spines_per_pod = ports.up;
  shape.leaves_per_pod = half;
  shape.pods = static_cast<int>((leaves + half - 1) / half);
  shape.spine_up = half;
  shape.cores_per_group = smallest_divisor(half, fabric.switch_ports / shape.pods);
  return shape;
}

}  // namespace headroom::topologies
