// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/catalogue/units.hpp"
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

using topologies::FabricKind;

constexpr double rounding = 1.01;  // names of speeds are rounded

bool has_uplinks(FabricKind kind) {
  return kind != FabricKind::single_switch && kind != FabricKind::rail_only;
}

}  // namespace

std::vector<std::string> cluster_warnings(const ClusterChoice& cluster) {
  std::vector<std::string> warnings;
  const topologies::FabricDescription& fabric = cluster.fabric;
  if (fabric.kind == FabricKind::none) return warnings;
  if (cluster.servers == 1)
    warnings.emplace_back("cluster.fabric: one server sends nothing through it, but it is paid for");
  if (fabric.oversubscription > 1 && !has_uplinks(fabric.kind))
    warnings.push_back(fmt::format(
        "cluster.fabric.oversubscription: {:g} changes nothing where switches have no uplinks (a {})",
        fabric.oversubscription, cluster.fabric_name));
  if (fabric.link_bytes_per_second > cluster.server.nic_bytes_per_second * rounding)
    warnings.push_back(fmt::format("cluster.fabric.link: {} carries no more than the interfaces' {}",
                                   models::print_network_bandwidth(fabric.link_bytes_per_second),
                                   models::print_network_bandwidth(cluster.server.nic_bytes_per_second)));
  return warnings;
}

}  // namespace headroom::scenarios
