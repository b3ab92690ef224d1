// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"
#include "topologies/fabric_shape.hpp"

using namespace headroom;
using namespace headroom::topologies;
using namespace headroom::topologies::examples;
using Names = std::vector<std::string>;

namespace {

ServerDescription one_accelerator() {
  return switched_server(1);
}

// The links of the fabric on a path: without those inside the servers.
Names fabric_names(const Cluster& cluster, int a, int b, std::uint64_t flow = 0) {
  std::vector<Hop> hops;
  cluster.path(a, b, flow, hops);
  hops.erase(std::remove_if(hops.begin(), hops.end(),
                            [&](const Hop& hop) { return cluster.link(hop.link).kind == LinkKind::pcie; }),
             hops.end());
  return names(cluster, hops);
}

}  // namespace

TEST_CASE("Adaptive routing sees all uplinks of a leaf as one link of their summed bandwidth") {
  const Cluster cluster(one_accelerator(), 16, fabric(FabricKind::leaf_spine, 8));
  CHECK(fabric_names(cluster, 0, 15) ==
        Names{"server0/nic0->leaf0", "leaf0->spines", "spines->leaf3", "leaf3->server15/nic0"});
  std::vector<Hop> hops;
  cluster.path(0, 15, 0, hops);
  for (const Hop& hop : hops) {
    CHECK(hop.fraction == 1);
    const Link link = cluster.link(hop.link);
    if (link.kind == LinkKind::leaf_uplink) CHECK(link.bytes_per_second == 4 * 50e9);
  }
}

TEST_CASE("Adaptive routing through three tiers takes one link for each tier and direction") {
  const Cluster cluster(one_accelerator(), 16, fabric(FabricKind::fat_tree_3, 4));
  CHECK(fabric_names(cluster, 0, 15) == Names{"server0/nic0->leaf0", "leaf0->pod0/spines",
                                              "pod0/spines->cores", "cores->pod3/spines",
                                              "pod3/spines->leaf7", "leaf7->server15/nic0"});
  CHECK(fabric_names(cluster, 0, 2) ==
        Names{"server0/nic0->leaf0", "leaf0->pod0/spines", "pod0/spines->leaf1", "leaf1->server2/nic0"});
  std::vector<Hop> hops;
  cluster.path(0, 15, 0, hops);
  for (const Hop& hop : hops) {
    // 2 spines of a pod with 2 uplinks each
    const Link link = cluster.link(hop.link);
    if (link.kind == LinkKind::spine_uplink) CHECK(link.bytes_per_second == 4 * 50e9);
  }
}

TEST_CASE("Equal flows hash to equal paths, and flows spread over all uplinks") {
  const Cluster cluster(one_accelerator(), 32, fabric(FabricKind::leaf_spine, 16, Routing::hash));
  std::set<std::string> uplinks;
  for (std::uint64_t flow = 0; flow < 100; ++flow) {
    CHECK(path_names(cluster, 0, 31, flow) == path_names(cluster, 0, 31, flow));
    uplinks.insert(fabric_names(cluster, 0, 31, flow)[1]);
  }
  CHECK(uplinks.size() == 8);
}

TEST_CASE("Another seed hashes to other paths") {
  FabricDescription description = fabric(FabricKind::fat_tree_3, 8, Routing::hash);
  const Cluster first(one_accelerator(), 128, description);
  description.hash_seed = 1;
  const Cluster second(one_accelerator(), 128, description);
  int differing = 0;
  for (int b = 1; b < 128; ++b) differing += path_names(first, 0, b) != path_names(second, 0, b) ? 1 : 0;
  // 124 destinations lie behind a choice of 4 or 16 ways: about 1 in 16 at random stay the same.
  CHECK(differing > 96);
}

TEST_CASE("With destination routing each flow of a shift permutation has its own uplinks") {
  const FabricKind kind = GENERATE(FabricKind::fat_tree_2, FabricKind::fat_tree_3);
  const int servers = kind == FabricKind::fat_tree_2 ? 32 : 128;
  const Cluster cluster(one_accelerator(), servers, fabric(kind, 8, Routing::deterministic));
  for (const int shift : {1, 4, 16, 31}) {
    std::map<std::string, int> flows_on;
    for (int a = 0; a < servers; ++a) {
      for (const auto& link : fabric_names(cluster, a, (a + shift) % servers)) ++flows_on[link];
    }
    for (const auto& [link, flows] : flows_on) {
      INFO(link);
      CHECK(flows == 1);
    }
  }
}

TEST_CASE("Hashed uplinks collide where destination routing does not") {
  const Cluster cluster(one_accelerator(), 32, fabric(FabricKind::fat_tree_2, 8, Routing::hash));
  std::map<std::string, int> flows_on;
  for (int a = 0; a < 32; ++a) {
    for (const auto& link : fabric_names(cluster, a, (a + 16) % 32)) ++flows_on[link];
  }
  const auto fuller = [](const auto& x, const auto& y) { return x.second < y.second; };
  CHECK(std::max_element(flows_on.begin(), flows_on.end(), fuller)->second > 1);
}

TEST_CASE("A path between servers further on takes the links that lie there as its own lie here") {
  struct Case {
    FabricKind kind;
    int servers, move;
  };
  // Half of a switch's ports lead down: four servers under a leaf of eight ports, four in a pod of three
  // tiers with four ports.
  for (const Case& c : {Case{FabricKind::single_switch, 4, 1}, Case{FabricKind::fat_tree_2, 12, 4},
                        Case{FabricKind::fat_tree_3, 16, 4}, Case{FabricKind::rail_only, 4, 1}}) {
    const Cluster cluster(switched_server(1), c.servers,
                          fabric(c.kind, c.kind == FabricKind::fat_tree_2 ? 8 : 4));
    for (int a = 0; a < c.servers - c.move; ++a) {
      for (int b = 0; b < c.servers - c.move; ++b) {
        std::vector<Hop> here, there;
        cluster.path(a, b, 0, here);
        cluster.path(a + c.move, b + c.move, 0, there);
        REQUIRE(here.size() == there.size());
        for (std::size_t i = 0; i < here.size(); ++i)
          REQUIRE(cluster.moved(here[i].link, c.move) == there[i].link);
      }
    }
  }
}

TEST_CASE("Rails keep equal local accelerators one switch apart") {
  const Cluster cluster(switched_server(8), 16, fabric(FabricKind::rail_optimised, 64));
  CHECK(fabric_names(cluster, 3, 8 * 15 + 3) == Names{"server0/nic3->leaf3", "leaf3->server15/nic3"});
  CHECK(fabric_names(cluster, 3, 8 * 15 + 5) ==
        Names{"server0/nic3->leaf3", "leaf3->spines", "spines->leaf5", "leaf5->server15/nic5"});
}

TEST_CASE("On a rail-only fabric other rails are reached through the accelerator on that rail") {
  const Cluster cluster(switched_server(8), 2, fabric(FabricKind::rail_only, 64));
  CHECK(path_names(cluster, 0, 8) == Names{"server0/gpu0->pcie0", "server0/pcie0->nic0",
                                           "server0/nic0->leaf0", "leaf0->server1/nic0",
                                           "server1/nic0->pcie0", "server1/pcie0->gpu0"});
  CHECK(path_names(cluster, 0, 13) == Names{"server0/gpu0->nvswitch", "server0/nvswitch->gpu5",
                                            "server0/gpu5->pcie2", "server0/pcie2->nic5",
                                            "server0/nic5->leaf5", "leaf5->server1/nic5",
                                            "server1/nic5->pcie2", "server1/pcie2->gpu5"});
}

TEST_CASE("Of the accelerators on the destination's rail its counterpart relays") {
  ServerDescription server = switched_server(8);
  server.nics = 4;  // accelerators 6 and 7 share rail 3
  const Cluster cluster(server, 2, fabric(FabricKind::rail_only, 64));
  CHECK(path_names(cluster, 0, 15)[1] == "server0/nvswitch->gpu7");
}

TEST_CASE("On a rail-only fabric a hint names the rail at both ends") {
  const Cluster cluster(switched_server(8), 2, fabric(FabricKind::rail_only, 64));
  std::vector<Hop> hops;
  cluster.path(0, 9, 0, hops, 0);
  CHECK(names(cluster, hops)[3] == "leaf0->server1/nic0");
}

TEST_CASE("On a rail-only fabric without scale-up other rails cannot be reached") {
  ServerDescription server = switched_server(8);
  server.scale_up = ScaleUp::none;
  const Cluster cluster(server, 2, fabric(FabricKind::rail_only, 64));
  std::vector<Hop> hops;
  REQUIRE_THROWS_AS(cluster.path(0, 13, 0, hops), Error);
  CHECK(hops.empty());
  cluster.path(0, 8, 0, hops);
  CHECK(hops.size() == 6);
}
