// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"

using namespace headroom::topologies;
using namespace headroom::topologies::examples;
using Names = std::vector<std::string>;

TEST_CASE("Accelerators under one PCIe switch do not load its uplink") {
  const Cluster cluster(pcie_server(8), 1, no_fabric());
  CHECK(path_names(cluster, 0, 1) == Names{"server0/gpu0->pcie0", "server0/pcie0->gpu1"});
}

TEST_CASE("PCIe traffic crosses both uplinks, and the socket link where it must") {
  const Cluster cluster(pcie_server(8), 1, no_fabric());
  CHECK(path_names(cluster, 1, 2) ==
        Names{"server0/gpu1->pcie0", "server0/pcie0->cpu0", "server0/cpu0->pcie1", "server0/pcie1->gpu2"});
  CHECK(path_names(cluster, 0, 7) == Names{"server0/gpu0->pcie0", "server0/pcie0->cpu0", "server0/cpu0->cpu1",
                                           "server0/cpu1->pcie3", "server0/pcie3->gpu7"});
}

TEST_CASE("Without PCIe switches accelerators hang at their sockets, split evenly") {
  ServerDescription server = pcie_server(4);
  server.accelerators_per_pcie_switch = 0;
  const Cluster cluster(server, 1, no_fabric());
  CHECK(path_names(cluster, 0, 1) == Names{"server0/gpu0->cpu0", "server0/cpu0->gpu1"});
  CHECK(path_names(cluster, 1, 2) == Names{"server0/gpu1->cpu0", "server0/cpu0->cpu1", "server0/cpu1->gpu2"});
}

TEST_CASE("Without peer-to-peer traffic is written to host memory and read from it") {
  ServerDescription server = pcie_server(8);
  server.pcie_peer_to_peer = false;
  const Cluster cluster(server, 1, no_fabric());
  CHECK(path_names(cluster, 0, 1) == Names{"server0/gpu0->pcie0", "server0/pcie0->cpu0",
                                           "server0/cpu0<->mem0", "server0/cpu0<->mem0",
                                           "server0/cpu0->pcie0", "server0/pcie0->gpu1"});
  CHECK(path_names(cluster, 4, 0) == Names{"server0/gpu4->pcie2", "server0/pcie2->cpu1",
                                           "server0/cpu1<->mem1", "server0/cpu1<->mem1", "server0/cpu1->cpu0",
                                           "server0/cpu0->pcie0", "server0/pcie0->gpu0"});
}

TEST_CASE("A scale-up switch is one port up and one port down, whatever PCIe can do") {
  ServerDescription server = switched_server(8);
  server.pcie_peer_to_peer = false;
  const Cluster cluster(server, 1, no_fabric());
  CHECK(path_names(cluster, 5, 2) == Names{"server0/gpu5->nvswitch", "server0/nvswitch->gpu2"});
  CHECK(cluster.path_latency_seconds(5, 2) == Approx(1e-6));
  std::vector<Hop> hops;
  cluster.path(5, 2, 0, hops);
  CHECK(cluster.link(hops[0].link).bytes_per_second == 450e9);
}

TEST_CASE("Bridged pairs use their bridge, all others PCIe") {
  ServerDescription server = pcie_server(5);
  server.scale_up = ScaleUp::bridged_pairs;
  server.scale_up_bytes_per_second = 56.25e9;
  const Cluster cluster(server, 1, no_fabric());
  CHECK(path_names(cluster, 3, 2) == Names{"server0/gpu3->gpu2"});
  CHECK(cluster.same_scale_up_domain(2, 3));
  CHECK_FALSE(cluster.same_scale_up_domain(1, 2));
  CHECK_FALSE(cluster.same_scale_up_domain(4, 3));  // the odd one out has no bridge
  CHECK(cluster.same_scale_up_domain(4, 4));
}

TEST_CASE("A full mesh divides an accelerator's bandwidth over the others") {
  ServerDescription server = pcie_server(8);
  server.scale_up = ScaleUp::full_mesh;
  server.scale_up_bytes_per_second = 448e9;
  const Cluster cluster(server, 1, no_fabric());
  std::vector<Hop> hops;
  cluster.path(7, 0, 0, hops);
  REQUIRE(hops.size() == 1);
  CHECK(cluster.link(hops[0].link).bytes_per_second == 64e9);
}

TEST_CASE("In a DGX-1 six NVLinks leave every accelerator, and 3 of its 7 peers are behind PCIe") {
  const Cluster cluster(dgx1(), 1, no_fabric());
  for (int a = 0; a < 8; ++a) {
    double bytes_per_second = 0;
    int over_pcie = 0;
    for (int b = 0; b < 8; ++b) {
      if (a == b) continue;
      std::vector<Hop> hops;
      cluster.path(a, b, 0, hops);
      const Link first = cluster.link(hops.front().link);
      if (first.kind == LinkKind::scale_up) {
        CHECK(hops.size() == 1);
        bytes_per_second += first.bytes_per_second;
      } else {
        CHECK(first.kind == LinkKind::pcie);
        ++over_pcie;
      }
    }
    CHECK(bytes_per_second == 150e9);
    CHECK(over_pcie == 3);
  }
}

TEST_CASE("Input data goes between the memory of the accelerator's socket and the accelerator") {
  const Cluster cluster(pcie_server(8), 1, no_fabric());
  std::vector<Hop> up;
  std::vector<Hop> down;
  cluster.host_path(6, true, up);
  cluster.host_path(6, false, down);
  CHECK(names(cluster, up) == Names{"server0/cpu1<->mem1", "server0/cpu1->pcie3", "server0/pcie3->gpu6"});
  CHECK(names(cluster, down) == Names{"server0/gpu6->pcie3", "server0/pcie3->cpu1", "server0/cpu1<->mem1"});
}

TEST_CASE("An accelerator reaches itself without a link") {
  const Cluster cluster(pcie_server(2), 1, no_fabric());
  CHECK(path_names(cluster, 1, 1).empty());
}
