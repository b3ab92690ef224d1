// SPDX-License-Identifier: Apache-2.0
#include "topologies/materialise.hpp"

#include <algorithm>
#include <boost/graph/breadth_first_search.hpp>
#include <set>

#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"

using namespace headroom::topologies;
using namespace headroom::topologies::examples;

namespace {

Node accelerator(const Cluster& cluster, int a) {
  return {NodeKind::accelerator, a % cluster.server().accelerators, cluster.server_of(a)};
}

// Whether the links lead from a to b without a gap.
bool is_a_walk(const Cluster& cluster, int a, int b, const std::vector<Hop>& hops) {
  Node at = accelerator(cluster, a);
  for (const Hop& hop : hops) {
    const auto [from, to] = cluster.link_ends(hop.link);
    const bool back = to == at && cluster.link(hop.link).kind == LinkKind::host_memory;
    if (from != at && !back) return false;
    at = back ? from : to;
  }
  return at == accelerator(cluster, b);
}

// Walks between all pairs, each as long as its way back.
bool all_pairs_are_joined(const Cluster& cluster) {
  std::vector<Hop> there;
  std::vector<Hop> back;
  for (int a = 0; a < cluster.accelerators(); ++a) {
    for (int b = 0; b < cluster.accelerators(); ++b) {
      there.clear();
      back.clear();
      cluster.path(a, b, 7, there);
      cluster.path(b, a, 7, back);
      if (!is_a_walk(cluster, a, b, there) || there.size() != back.size()) return false;
    }
  }
  return true;
}

bool links_are_sound(const Cluster& cluster) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < cluster.link_count(); ++i) {
    const Link link = cluster.link(LinkId(i));
    if (link.bytes_per_second <= 0 || link.latency_seconds < 0) return false;
    names.insert(cluster.link_name(LinkId(i)));
  }
  return names.size() == cluster.link_count();
}

std::vector<std::size_t> distances(const ClusterGraph& cluster, Vertex from) {
  std::vector<std::size_t> distance(boost::num_vertices(cluster.graph), 0);
  boost::breadth_first_search(cluster.graph, from,
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_distances(distance.data(), boost::on_tree_edge()))));
  return distance;
}

int ports_for(FabricKind kind) {
  switch (kind) {
    case FabricKind::single_switch:
      return 72;
    case FabricKind::leaf_spine:
      return 12;
    case FabricKind::fat_tree_2:
      return 16;
    case FabricKind::rail_only:
      return 9;
    default:
      return 8;
  }
}

}  // namespace

TEST_CASE("Every pair is joined in every cluster of 1 to 9 servers of 1 to 8 accelerators") {
  const FabricKind kind = GENERATE(FabricKind::single_switch, FabricKind::leaf_spine, FabricKind::fat_tree_2,
                                   FabricKind::fat_tree_3, FabricKind::rail_optimised, FabricKind::rail_only);
  const Routing routing = GENERATE(Routing::hash, Routing::adaptive, Routing::deterministic);
  for (const int per_server : {1, 2, 4, 8}) {
    for (int servers = 1; servers <= 9; ++servers) {
      const Cluster cluster(switched_server(per_server), servers, fabric(kind, ports_for(kind), routing));
      INFO(to_string(kind) << ", " << to_string(routing) << ", " << servers << " x " << per_server);
      CHECK(all_pairs_are_joined(cluster));
      CHECK(links_are_sound(cluster));
    }
  }
}

TEST_CASE("Every pair is joined whatever is inside the servers") {
  const ScaleUp scale_up =
      GENERATE(ScaleUp::none, ScaleUp::bridged_pairs, ScaleUp::full_mesh, ScaleUp::switched);
  const NicPlacement placement = GENERATE(NicPlacement::pix, NicPlacement::node, NicPlacement::sys);
  for (const int accelerators : {1, 2, 3, 8, 16}) {
    for (const int per_switch : {0, 1, 2, 4}) {
      for (const int options : {0, 1, 2, 3}) {
        ServerDescription server = switched_server(accelerators);
        server.scale_up = scale_up;
        server.nic_placement = placement;
        server.accelerators_per_pcie_switch = per_switch;
        server.gpudirect = options % 2 == 0;
        server.pcie_peer_to_peer = options / 2 == 0;
        server.nics = std::max(1, accelerators / 2);
        const Cluster cluster(server, 2, fabric(FabricKind::leaf_spine, 8));
        CHECK(all_pairs_are_joined(cluster));
        CHECK(links_are_sound(cluster));
      }
    }
  }
}

TEST_CASE("The materialised graph holds exactly the links of the cluster") {
  const FabricKind kind = GENERATE(FabricKind::single_switch, FabricKind::fat_tree_2, FabricKind::fat_tree_3,
                                   FabricKind::rail_optimised, FabricKind::rail_only);
  const Routing routing = GENERATE(Routing::hash, Routing::adaptive);
  const Cluster cluster(switched_server(8), 9, fabric(kind, ports_for(kind), routing));
  const ClusterGraph materialised(cluster);
  std::set<LinkId> links;
  for (const auto edge : boost::make_iterator_range(boost::edges(materialised.graph))) {
    links.insert(materialised.graph[edge].link);
  }
  CHECK(links.size() == cluster.link_count());
  // Host memory is one link for both directions: 2 sockets in each of 9 servers.
  CHECK(boost::num_edges(materialised.graph) == cluster.link_count() + 9 * 2);
}

TEST_CASE("With one tree over all NICs no path is longer than the shortest path of the graph") {
  const FabricKind kind = GENERATE(FabricKind::single_switch, FabricKind::leaf_spine, FabricKind::fat_tree_3);
  const Routing routing = GENERATE(Routing::hash, Routing::adaptive, Routing::deterministic);
  ServerDescription server = switched_server(4);
  server.nics = 1;  // one leaf for a server: no detour over another NIC can be shorter
  server.nic_placement = NicPlacement::sys;
  const Cluster cluster(server, 20, fabric(kind, kind == FabricKind::fat_tree_3 ? 4 + 2 : 20, routing));
  const ClusterGraph materialised(cluster);
  for (int a = 0; a < cluster.accelerators(); a += 3) {
    const auto distance = distances(materialised, materialised.vertices.at(accelerator(cluster, a)));
    for (int b = 0; b < cluster.accelerators(); ++b) {
      std::vector<Hop> hops;
      cluster.path(a, b, 0, hops);
      REQUIRE(hops.size() == distance[materialised.vertices.at(accelerator(cluster, b))]);
    }
  }
}
