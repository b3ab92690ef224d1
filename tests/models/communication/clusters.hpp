// SPDX-License-Identifier: Apache-2.0
// Clusters of every kind that the tests of collectives run on.
#pragma once
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "topologies/cluster.hpp"

namespace headroom::tests {

inline constexpr double gigabyte = 1e9, mebibyte = 1024 * 1024, gibibyte = 1024 * mebibyte;

struct NamedCluster {
  std::string name, architecture;
  std::shared_ptr<const topologies::Cluster> cluster;
};

// PCIe gen 4, two sockets, PCIe switches with two accelerators each.
[[nodiscard]] topologies::ServerDescription pcie_server(int accelerators);
[[nodiscard]] topologies::ServerDescription switched_server(int accelerators,
                                                            double scale_up_bytes_per_second);
// DGX-1 with V100: a hybrid cube mesh of 25 GB/s links, 6 on each accelerator.
[[nodiscard]] topologies::ServerDescription cube_mesh_server();
// One accelerator with one 400 Gbit/s NIC.
[[nodiscard]] topologies::ServerDescription single_accelerator_host();
// 400 Gbit/s InfiniBand without any latency.
[[nodiscard]] topologies::FabricDescription fabric(topologies::FabricKind kind, int switch_ports,
                                                   double oversubscription = 1);

[[nodiscard]] std::shared_ptr<const topologies::Cluster> make(
    const topologies::ServerDescription& server, int servers,
    const topologies::FabricDescription& fabric = {});
// Every kind of server and fabric, up to 64 accelerators.
[[nodiscard]] std::vector<NamedCluster> all_kinds();

// Groups of `size`: neighbours, or every (accelerators / size)-th accelerator.
[[nodiscard]] std::vector<std::vector<int>> neighbours(int accelerators, int size);
[[nodiscard]] std::vector<std::vector<int>> strided(int accelerators, int size);

}  // namespace headroom::tests
