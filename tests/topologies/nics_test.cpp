// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"

using namespace headroom::topologies;
using namespace headroom::topologies::examples;
using Names = std::vector<std::string>;

namespace {

std::vector<int> nearest(const ServerDescription& server) {
  const Cluster cluster(server, 2, fabric(FabricKind::single_switch, 64));
  std::vector<int> nics;
  for (int a = 0; a < server.accelerators; ++a) nics.push_back(cluster.nearest_nic(a));
  return nics;
}

ServerDescription with_nics(int nics, NicPlacement placement) {
  ServerDescription server = switched_server(8);
  server.nics = nics;
  server.nic_placement = placement;
  return server;
}

}  // namespace

TEST_CASE("The nearest NIC is under the same PCIe switch, then at the same socket; ties go round robin") {
  CHECK(nearest(with_nics(8, NicPlacement::pix)) == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(nearest(with_nics(4, NicPlacement::pix)) == std::vector<int>{0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(nearest(with_nics(2, NicPlacement::pix)) == std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1});
  CHECK(nearest(with_nics(4, NicPlacement::node)) == std::vector<int>{0, 1, 0, 1, 2, 3, 2, 3});
  CHECK(nearest(with_nics(2, NicPlacement::sys)) == std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1});
}

TEST_CASE("A server without NICs has no nearest NIC") {
  CHECK(Cluster(pcie_server(2), 1, no_fabric()).nearest_nic(0) == -1);
}

TEST_CASE("With GPUDirect a NIC under the same PCIe switch is reached without the host") {
  const Cluster cluster(switched_server(8), 2, fabric(FabricKind::single_switch, 16));
  CHECK(path_names(cluster, 2, 9) == Names{"server0/gpu2->pcie1", "server0/pcie1->nic2",
                                           "server0/nic2->switch", "switch->server1/nic1",
                                           "server1/nic1->pcie0", "server1/pcie0->gpu1"});
  // 4 PCIe hops, 2 cables, 1 switch
  CHECK(cluster.path_latency_seconds(2, 9) == Approx(4 * 0.5e-6 + 2 * 0.0625e-6 + 0.25e-6));
}

TEST_CASE("Without GPUDirect traffic is staged in the memory of the accelerator's socket on both sides") {
  ServerDescription server = with_nics(1, NicPlacement::sys);
  server.gpudirect = false;
  const Cluster cluster(server, 2, fabric(FabricKind::single_switch, 16));
  CHECK(path_names(cluster, 6, 8) ==
        Names{"server0/gpu6->pcie3", "server0/pcie3->cpu1", "server0/cpu1<->mem1", "server0/cpu1<->mem1",
              "server0/cpu1->cpu0", "server0/cpu0->nic0", "server0/nic0->switch", "switch->server1/nic0",
              "server1/nic0->cpu0", "server1/cpu0<->mem0", "server1/cpu0<->mem0", "server1/cpu0->pcie0",
              "server1/pcie0->gpu0"});
}

TEST_CASE("A hint picks the sending NIC") {
  const Cluster cluster(switched_server(8), 2, fabric(FabricKind::single_switch, 16));
  std::vector<Hop> hops;
  cluster.path(0, 8, 0, hops, 1);
  CHECK(names(cluster, hops)[2] == "server0/nic1->switch");
  CHECK(names(cluster, hops)[3] == "switch->server1/nic0");
}

TEST_CASE("A NIC port runs at the slower of NIC and switch port") {
  ServerDescription server = switched_server(8);
  FabricDescription slow = fabric(FabricKind::single_switch, 16);
  slow.link_bytes_per_second = 12.5e9;
  server.nic_bytes_per_second = 50e9;
  const auto nic_link = [](const Cluster& cluster) {
    std::vector<Hop> hops;
    cluster.path(0, 8, 0, hops);
    return cluster.link(hops[2].link);
  };
  CHECK(nic_link(Cluster(server, 2, slow)).bytes_per_second == 12.5e9);
  server.nic_bytes_per_second = 5e9;
  CHECK(nic_link(Cluster(server, 2, slow)).bytes_per_second == 5e9);
}
