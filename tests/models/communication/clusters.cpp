// SPDX-License-Identifier: Apache-2.0
#include "tests/models/communication/clusters.hpp"

namespace headroom::tests {

using topologies::Cluster;
using topologies::FabricDescription;
using topologies::FabricKind;
using topologies::ScaleUp;
using topologies::ServerDescription;

ServerDescription pcie_server(int accelerators) {
  ServerDescription s;
  s.name = "pcie";
  s.accelerators = accelerators;
  s.sockets = 2;
  s.accelerators_per_pcie_switch = 2;
  s.pcie_bytes_per_second = 31.5 * gigabyte;
  s.pcie_latency_seconds = 3e-7;
  s.socket_bytes_per_second = 30 * gigabyte;
  s.socket_latency_seconds = 3e-7;
  s.host_memory_bytes_per_second = 150 * gigabyte;
  return s;
}

ServerDescription switched_server(int accelerators, double scale_up_bytes_per_second) {
  ServerDescription s = pcie_server(accelerators);
  s.name = "switched";
  s.pcie_bytes_per_second = 63 * gigabyte;
  s.scale_up = ScaleUp::switched;
  s.scale_up_bytes_per_second = scale_up_bytes_per_second;
  s.scale_up_latency_seconds = 5e-7;
  s.nics = accelerators;
  s.nic_bytes_per_second = 50 * gigabyte;
  return s;
}

ServerDescription cube_mesh_server() {
  constexpr double one = 25 * gigabyte;
  ServerDescription s = pcie_server(8);
  s.name = "cube mesh";
  s.scale_up = ScaleUp::mesh;
  s.scale_up_bytes_per_second = 6 * one;
  s.scale_up_latency_seconds = 5e-7;
  for (int half : {0, 4}) {
    s.mesh_links.push_back({half, half + 1, one});
    s.mesh_links.push_back({half, half + 2, one});
    s.mesh_links.push_back({half, half + 3, 2 * one});
    s.mesh_links.push_back({half + 1, half + 2, 2 * one});
    s.mesh_links.push_back({half + 1, half + 3, one});
    s.mesh_links.push_back({half + 2, half + 3, 2 * one});
  }
  for (int a = 0; a < 4; ++a) s.mesh_links.push_back({a, a + 4, a < 2 ? 2 * one : one});
  return s;
}

ServerDescription single_accelerator_host() {
  ServerDescription s = pcie_server(1);
  s.name = "host";
  s.sockets = 1;
  s.accelerators_per_pcie_switch = 0;
  s.pcie_bytes_per_second = 63 * gigabyte;
  s.nics = 1;
  s.nic_bytes_per_second = 50 * gigabyte;
  return s;
}

FabricDescription fabric(FabricKind kind, int switch_ports, double oversubscription) {
  FabricDescription f;
  f.kind = kind;
  f.link_bytes_per_second = 50 * gigabyte;
  f.switch_ports = switch_ports;
  f.oversubscription = oversubscription;
  return f;
}

std::shared_ptr<const Cluster> make(const ServerDescription& server, int servers,
                                    const FabricDescription& fabric) {
  return std::make_shared<const Cluster>(server, servers, fabric);
}

namespace {

void append_servers(std::vector<NamedCluster>& all) {
  ServerDescription staged = pcie_server(8);
  staged.pcie_peer_to_peer = false;
  ServerDescription bridged = pcie_server(4);
  bridged.scale_up = ScaleUp::bridged_pairs;
  bridged.scale_up_bytes_per_second = 56 * gigabyte;
  bridged.scale_up_latency_seconds = 5e-7;
  ServerDescription full_mesh = switched_server(8, 448 * gigabyte);
  full_mesh.scale_up = ScaleUp::full_mesh;
  all.push_back({"four on PCIe", "Ampere", make(pcie_server(4), 1)});
  all.push_back({"eight on PCIe, two sockets", "Ada", make(pcie_server(8), 1)});
  all.push_back({"eight staged through the host", "Ada", make(staged, 1)});
  all.push_back({"bridged pairs", "Ampere", make(bridged, 1)});
  all.push_back({"cube mesh", "Volta", make(cube_mesh_server(), 1)});
  all.push_back({"full mesh", "CDNA3", make(full_mesh, 1)});
  all.push_back({"switched", "Hopper", make(switched_server(8, 450 * gigabyte), 1)});
  all.push_back({"rack of 64", "Blackwell", make(switched_server(64, 900 * gigabyte), 1)});
}

void append_fabrics(std::vector<NamedCluster>& all) {
  const std::vector<std::pair<FabricKind, int>> kinds{
      {FabricKind::single_switch, 64}, {FabricKind::leaf_spine, 32},    {FabricKind::fat_tree_2, 16},
      {FabricKind::fat_tree_3, 8},     {FabricKind::rail_optimised, 8}, {FabricKind::rail_only, 8}};
  for (const auto& [kind, ports] : kinds) {
    FabricDescription f = fabric(kind, ports);
    f.switch_latency_seconds = 3e-7;
    f.cable_latency_seconds = 5e-8;
    const std::string name = topologies::to_string(kind);
    all.push_back({"8 x 8 on " + name, "Hopper", make(switched_server(8, 450 * gigabyte), 8, f)});
    if (kind != FabricKind::rail_only && kind != FabricKind::rail_optimised) {
      all.push_back({"16 hosts on " + name, "Hopper", make(single_accelerator_host(), 16, f)});
    }
  }
}

}  // namespace

std::vector<NamedCluster> all_kinds() {
  std::vector<NamedCluster> all;
  append_servers(all);
  append_fabrics(all);
  return all;
}

std::vector<std::vector<int>> neighbours(int accelerators, int size) {
  std::vector<std::vector<int>> groups(static_cast<std::size_t>(accelerators / size));
  for (int a = 0; a < accelerators; ++a) groups[static_cast<std::size_t>(a / size)].push_back(a);
  return groups;
}

std::vector<std::vector<int>> strided(int accelerators, int size) {
  std::vector<std::vector<int>> groups(static_cast<std::size_t>(accelerators / size));
  for (int a = 0; a < accelerators; ++a)
    groups[static_cast<std::size_t>(a % (accelerators / size))].push_back(a);
  return groups;
}

}  // namespace headroom::tests
