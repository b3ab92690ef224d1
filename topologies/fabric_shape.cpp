// SPDX-License-Identifier: Apache-2.0
#include "topologies/fabric_shape.hpp"

#include "topologies/fabric_families.hpp"

namespace headroom::topologies {
namespace {

FabricShape family(const FabricDescription& fabric, const Cabling& cabling) {
  switch (fabric.kind) {
    case FabricKind::none:
      return {};
    case FabricKind::single_switch:
      return single_switch(fabric, cabling);
    case FabricKind::leaf_spine:
    case FabricKind::fat_tree_2:
      return two_tiers(fabric, cabling);
    case FabricKind::fat_tree_3:
      return three_tiers(fabric, cabling);
    case FabricKind::rail_optimised:
      return rail_optimised(fabric, cabling);
    case FabricKind::rail_only:
      return rail_only(fabric, cabling);
  }
  return {};
}

}  // namespace

int FabricShape::port_of(int server, int nic, int nics_per_server) const {
  if (rails == 0) return server * nics_per_server + nic;
  // Leaves are numbered unit by unit: the first `rails` leaves serve the first `leaf_down` servers.
  const int leaf = server / leaf_down * rails + nic;
  return leaf * leaf_down + server % leaf_down;
}

FabricShape shape_of(const FabricDescription& fabric, int servers, int nics_per_server) {
  const bool by_rail = fabric.kind == FabricKind::rail_optimised || fabric.kind == FabricKind::rail_only;
  const Cabling cabling{servers, nics_per_server, by_rail};
  if (cabling.nics() == 0) return {};
  FabricShape shape = family(fabric, cabling);
  shape.kind = fabric.kind;
  shape.switch_ports = fabric.switch_ports;
  shape.nics = static_cast<int>(cabling.nics());
  shape.rails = by_rail ? nics_per_server : 0;
  return shape;
}

}  // namespace headroom::topologies
