// SPDX-License-Identifier: Apache-2.0
// Leaf-spine, also called a 2-tier fat tree: every leaf has the same number of cables to every spine, so that
// ECMP is balanced. The spine counts are those of NVIDIA's DGX SuperPOD reference architecture (DGX H100,
// compute fabric: 8, 16, 24, 32 leaves of 64 ports take 4, 8, 16, 16 spines).
#include <fmt/format.h>

#include "sim/error.hpp"
#include "topologies/fabric_families.hpp"

namespace headroom::topologies {
namespace {

FabricShape with_spines(const Cabling& cabling, LeafPorts ports, int spines) {
  FabricShape shape;
  shape.leaf_down = ports.down;
  shape.leaves = shape.leaves_per_pod = static_cast<int>(cabling.leaves(ports.down));
  shape.leaf_up = spines == 0 ? 0 : ports.up;
  shape.spines_per_pod = spines;
  return shape;
}

[[noreturn]] void refuse_too_many(const FabricDescription& fabric, const Cabling& cabling) {
  const LeafPorts ports = usual_leaf_ports(fabric);
  throw bad_input(fmt::format(
      "{}: {} need {} leaves of {} down and {} up, but spines of {} ports join at most {} leaves: use "
      "fat-tree-3, or "
      "switches of at least {} ports",
      to_string(fabric.kind), cabling.text(), cabling.leaves(ports.down), ports.down, ports.up,
      fabric.switch_ports, fabric.switch_ports, radix_for(fabric, cabling, 2)));
}

// As few switches as can be. The usual division of the leaves' ports, unless fewer uplinks (never more
// oversubscribed) happen to divide over fewer spines.
FabricShape fewest_switches(const FabricDescription& fabric, const Cabling& cabling) {
  FabricShape best;
  for (int up = usual_leaf_ports(fabric).up; up >= 1; --up) {
    const LeafPorts ports = leaf_ports(fabric, up);
    const long leaves = cabling.leaves(ports.down);
    if (leaves > most_leaves(fabric.switch_ports, 2)) continue;
    const int spines = leaves == 1 ? 0 : smallest_divisor(up, fabric.switch_ports / leaves);
    if (best.leaves == 0 || leaves + spines < best.switches()) best = with_spines(cabling, ports, spines);
  }
  if (best.leaves == 0) refuse_too_many(fabric, cabling);
  return best;
}

// The number of spines is given: do the leaves' uplinks fit?
FabricShape with_given_spines(const FabricDescription& fabric, const Cabling& cabling) {
  const LeafPorts ports = usual_leaf_ports(fabric);
  const long leaves = cabling.leaves(ports.down);
  if (leaves > most_leaves(fabric.switch_ports, 2)) refuse_too_many(fabric, cabling);
  const int fewest = smallest_divisor(ports.up, fabric.switch_ports / leaves);
  if (leaves * ports.up > static_cast<long>(fabric.spines) * fabric.switch_ports) {
    throw bad_input(fmt::format(
        "{}: {} leaf uplinks ({} leaves x {}) do not fit {} spines x {} ports = {}: use {} spines",
        to_string(fabric.kind), leaves * ports.up, leaves, ports.up, fabric.spines, fabric.switch_ports,
        static_cast<long>(fabric.spines) * fabric.switch_ports, fewest));
  }
  if (ports.up % fabric.spines != 0 || ports.up / fabric.spines * leaves > fabric.switch_ports) {
    throw bad_input(
        fmt::format("{}: the {} uplinks of each leaf do not divide evenly over {} spines: use {} spines",
                    to_string(fabric.kind), ports.up, fabric.spines, fewest));
  }
  return with_spines(cabling, ports, fabric.spines);
}

}  // namespace

FabricShape two_tiers(const FabricDescription& fabric, const Cabling& cabling) {
  return fabric.spines == 0 ? fewest_switches(fabric, cabling) : with_given_spines(fabric, cabling);
}

}  // namespace headroom::topologies
