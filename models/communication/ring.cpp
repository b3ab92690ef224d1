// SPDX-License-Identifier: Apache-2.0
// Ring: every rank sends to the next; bandwidth-optimal (Patarasuk and Yuan, J. Parallel Distrib. Comput.
// 2009).
#include <algorithm>
#include <numeric>

#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

namespace {

bool has_direct_links(const topologies::ServerDescription& server) {
  return server.scale_up == topologies::ScaleUp::mesh || server.scale_up == topologies::ScaleUp::full_mesh;
}

// A cycle over the ranks of one server; `share` on each edge.
void append_cycle(const topologies::Cluster& cluster, std::span<const int> ranks, double share,
                  std::vector<Flow>& edges) {
  if (ranks.size() < 2) return;
  if (has_direct_links(cluster.server())) {
    const auto rings = mesh_ring_edges(cluster.server(), ranks, cluster.server().accelerators);
    for (Flow edge : rings) {
      edge.bytes_per_byte *= share;
      edges.push_back(edge);
    }
    if (!rings.empty()) return;
  }
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    edges.push_back({ranks[i], ranks[(i + 1) % ranks.size()], share});
  }
}

// From every rank of one server to the rank of the same lane on the next.
void append_crossing(std::span<const int> from, std::span<const int> to, std::vector<Flow>& edges) {
  const std::size_t lanes = std::max(from.size(), to.size());
  const double share = 1.0 / static_cast<double>(lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    edges.push_back({from[lane % from.size()], to[lane % to.size()], share, -1, static_cast<int>(lane)});
  }
}

}  // namespace

std::vector<Flow> ring_edges(const topologies::Cluster& cluster, const Placement& placement) {
  std::vector<Flow> edges;
  const std::size_t servers = placement.servers();
  edges.reserve(placement.size() * 2);
  for (std::size_t s = 0; s < servers; ++s) {
    const auto ranks = placement.on(s);
    const double k = static_cast<double>(ranks.size());
    // Of k rings, each crosses to the next server instead of closing the cycle: an edge is in k - 1 of them.
    append_cycle(cluster, ranks, servers == 1 ? 1.0 : (k - 1) / k, edges);
    if (servers > 1) append_crossing(ranks, placement.on((s + 1) % servers), edges);
  }
  return edges;
}

std::vector<Flow> ring_edges_as_given(std::span<const int> group) {
  std::vector<Flow> edges;
  edges.reserve(group.size());
  for (std::size_t i = 0; i < group.size(); ++i)
    edges.push_back({group[i], group[(i + 1) % group.size()], 1.0});
  return edges;
}

std::vector<Flow> ring_flows(std::vector<Flow> edges, Collective collective, std::size_t ranks, int root) {
  const double n = static_cast<double>(ranks);
  double sent = (n - 1) / n;
  if (collective == Collective::all_reduce) sent = 2 * (n - 1) / n;
  if (collective == Collective::broadcast) {
    sent = 1;
    std::erase_if(edges, [root](const Flow& edge) { return edge.to == root; });
  }
  for (Flow& edge : edges) edge.bytes_per_byte *= sent;
  return edges;
}

Hops ring_hops(Collective collective, std::size_t ranks, std::size_t servers) {
  const int n = static_cast<int>(ranks), m = static_cast<int>(servers);
  const int rounds = collective == Collective::all_reduce ? 2 : 1;
  Hops hops;
  hops.steps = rounds * (n - 1);
  hops.between = m > 1 ? rounds * (m - 1) : 0;
  hops.inside = hops.steps - hops.between;
  return hops;
}

}  // namespace headroom::models::nccl
