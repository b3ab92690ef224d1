// SPDX-License-Identifier: Apache-2.0
// Servers and fabrics that the tests use, in round numbers.
#pragma once
#include <string>
#include <vector>

#include "topologies/cluster.hpp"

namespace headroom::topologies::examples {

// Two sockets, a PCIe switch for every two accelerators, nothing else.
inline ServerDescription pcie_server(int accelerators) {
  ServerDescription s;
  s.name = "example";
  s.accelerators = accelerators;
  s.accelerators_per_pcie_switch = 2;
  s.pcie_bytes_per_second = 25e9;
  s.pcie_latency_seconds = 0.5e-6;
  s.socket_bytes_per_second = 40e9;
  s.socket_latency_seconds = 0.25e-6;
  s.host_memory_bytes_per_second = 200e9;
  return s;
}

// The same with a scale-up switch, and a NIC for every accelerator under its PCIe switch.
inline ServerDescription switched_server(int accelerators) {
  ServerDescription s = pcie_server(accelerators);
  s.scale_up = ScaleUp::switched;
  s.scale_up_bytes_per_second = 450e9;
  s.scale_up_latency_seconds = 1e-6;
  s.scale_up_links = 18;
  s.nics = accelerators;
  s.nic_bytes_per_second = 50e9;
  return s;
}

// DGX-1 with V100: hybrid cube mesh, 6 NVLink 2 of 25 GB/s each (NVIDIA, "DGX-1 with Tesla V100 system
// architecture", figure 4): double links on two edges of every accelerator.
inline ServerDescription dgx1() {
  ServerDescription s = pcie_server(8);
  s.scale_up = ScaleUp::mesh;
  s.scale_up_bytes_per_second = 150e9;
  s.scale_up_latency_seconds = 1e-6;
  s.scale_up_links = 6;
  s.mesh_links = {{0, 1, 25e9}, {0, 2, 25e9}, {0, 3, 50e9}, {0, 4, 50e9}, {1, 2, 50e9}, {1, 3, 25e9},
                  {1, 5, 50e9}, {2, 3, 50e9}, {2, 6, 25e9}, {3, 7, 25e9}, {4, 5, 25e9}, {4, 6, 25e9},
                  {4, 7, 50e9}, {5, 6, 50e9}, {5, 7, 25e9}, {6, 7, 50e9}};
  s.nics = 4;
  s.nic_bytes_per_second = 12.5e9;
  return s;
}

inline FabricDescription fabric(FabricKind kind, int switch_ports, Routing routing = Routing::adaptive) {
  FabricDescription f;
  f.kind = kind;
  f.routing = routing;
  f.switch_ports = switch_ports;
  f.link_bytes_per_second = 50e9;
  f.switch_latency_seconds = 0.25e-6;
  f.cable_latency_seconds = 0.0625e-6;
  return f;
}

inline FabricDescription no_fabric() {
  return {};
}

inline std::vector<std::string> names(const Cluster& cluster, const std::vector<Hop>& hops) {
  std::vector<std::string> names;
  for (const Hop& hop : hops) names.push_back(cluster.link_name(hop.link));
  return names;
}

inline std::vector<std::string> path_names(const Cluster& cluster, int a, int b, std::uint64_t flow = 0) {
  std::vector<Hop> hops;
  cluster.path(a, b, flow, hops);
  return names(cluster, hops);
}

}  // namespace headroom::topologies::examples
