// SPDX-License-Identifier: Apache-2.0
#include "topologies/bill_of_materials.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "topologies/fabric_shape.hpp"

namespace headroom::topologies {
namespace {

// Four servers of 8 accelerators fill the power and cooling of one rack (NVIDIA DGX SuperPOD reference
// architecture, DGX H100). A switch that serves more of them stands outside the rack.
constexpr int servers_per_rack = 4;

void add_switches(const FabricShape& shape, BillOfMaterials& bill) {
  const auto add = [&](const char* tier, long count, long ports_used) {
    if (count > 0) bill.switches.push_back({tier, shape.switch_ports, count, ports_used});
  };
  add(shape.kind == FabricKind::single_switch ? "switch" : "leaf", shape.leaves,
      shape.nics + shape.leaf_cables());
  add("spine", shape.spines(), shape.leaf_cables() + shape.spine_cables());
  add("core", shape.cores(), shape.spine_cables());
}

void add_cables(const FabricShape& shape, const FabricDescription& fabric, const ServerDescription& server,
                BillOfMaterials& bill) {
  const auto add = [&](const char* where, CableClass length, double bytes_per_second, long count) {
    if (count > 0) bill.cables.push_back({where, length, bytes_per_second, count});
  };
  const int nics_of_a_server_at_a_leaf = shape.rails > 0 ? 1 : server.nics;
  const bool leaf_in_rack =
      bill.servers <= servers_per_rack || shape.leaf_down <= servers_per_rack * nics_of_a_server_at_a_leaf;
  add(shape.kind == FabricKind::single_switch ? "server to switch" : "server to leaf",
      leaf_in_rack ? CableClass::in_rack : CableClass::row,
      std::min(server.nic_bytes_per_second, fabric.link_bytes_per_second), shape.nics);
  add("leaf to spine", CableClass::row, fabric.link_bytes_per_second, shape.leaf_cables());
  add("spine to core", CableClass::hall, fabric.link_bytes_per_second, shape.spine_cables());
}

// What one half of the servers can send to the other: half of the NICs' bandwidth, or of the thinnest tier
// above them.
double bisection(const FabricShape& shape, const FabricDescription& fabric, const ServerDescription& server) {
  const double nic = std::min(server.nic_bytes_per_second, fabric.link_bytes_per_second);
  double all = nic * shape.nics;
  if (shape.tiers() >= 2)
    all = std::min(all, fabric.link_bytes_per_second * static_cast<double>(shape.leaf_cables()));
  if (shape.tiers() == 3)
    all = std::min(all, fabric.link_bytes_per_second * static_cast<double>(shape.spine_cables()));
  return all / 2;
}

}  // namespace

const char* to_string(CableClass length) {
  switch (length) {
    case CableClass::in_rack:
      return "in the rack (up to 3 m)";
    case CableClass::row:
      return "in the row (up to 30 m)";
    case CableClass::hall:
      return "across the hall (up to 100 m)";
  }
  return "";
}

BillOfMaterials bill_of(const ServerDescription& server, int servers, const FabricDescription& fabric,
                        const FabricShape& shape) {
  BillOfMaterials bill;
  bill.servers = servers;
  bill.accelerators = static_cast<long>(servers) * server.accelerators;
  bill.nics = static_cast<long>(servers) * server.nics;
  if (shape.leaves == 0) return bill;
  add_switches(shape, bill);
  add_cables(shape, fabric, server, bill);
  bill.bisection_bytes_per_second = bisection(shape, fabric, server);
  return bill;
}

}  // namespace headroom::topologies
