// SPDX-License-Identifier: Apache-2.0
// Double binary tree between servers (Sanders, Speck, Träff, Parallel Computing 2009), a chain inside each
// server: reduce towards the root, then broadcast. Every server is inner node in at most one of the two
// trees.
#include <algorithm>
#include <utility>

#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

namespace {

// Parent in the binary tree whose inner nodes are the even numbers; n for the root.
std::size_t parent_in_first(std::size_t node, std::size_t n) {
  if (node == 0) return n;
  const std::size_t bit = node & (~node + 1);
  const std::size_t up = (node ^ bit) | (bit << 1U);
  return up >= n ? node ^ bit : up;
}

// The second tree is the first mirrored (even n) or turned by one (odd n), so that its inner nodes are leaves
// there.
std::size_t parent_in_second(std::size_t node, std::size_t n) {
  if (n % 2 == 0) {
    const std::size_t up = parent_in_first(n - 1 - node, n);
    return up == n ? n : n - 1 - up;
  }
  const std::size_t up = parent_in_first((node + n - 1) % n, n);
  return up == n ? n : (up + 1) % n;
}

// `share` of the data up, and as much down again.
void append_both_ways(std::span<const int> child, std::span<const int> parent, double share,
                      std::vector<Flow>& flows) {
  const std::size_t lanes = std::max(child.size(), parent.size());
  const double part = share / static_cast<double>(lanes);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const int a = child[lane % child.size()], b = parent[lane % parent.size()];
    flows.push_back({a, b, part, -1, static_cast<int>(lane)});
    flows.push_back({b, a, part, -1, static_cast<int>(lane)});
  }
}

}  // namespace

void append_double_tree(const Placement& placement, std::vector<Flow>& flows) {
  constexpr double half = 0.5;
  const std::size_t n = placement.servers();
  for (std::size_t s = 0; s < n; ++s) {
    for (const std::size_t parent : {parent_in_first(s, n), parent_in_second(s, n)}) {
      if (parent < n) append_both_ways(placement.on(s), placement.on(parent), half, flows);
    }
  }
}

std::vector<Flow> tree_flows(const topologies::Cluster& cluster, const Placement& placement) {
  std::vector<Flow> flows;
  for (std::size_t s = 0; s < placement.servers(); ++s) {
    const auto ranks = placement.on(s);
    if (ranks.size() < 2) continue;
    // As many chains as ranks, each beginning at another one: an edge of the cycle is in k - 1 of k chains.
    const double k = static_cast<double>(ranks.size());
    Placement alone{{ranks.begin(), ranks.end()}, {0, ranks.size()}};
    for (Flow edge : ring_edges(cluster, alone)) {
      edge.bytes_per_byte *= (k - 1) / k;
      flows.push_back(edge);
      std::swap(edge.from, edge.to);
      flows.push_back(edge);
    }
  }
  append_double_tree(placement, flows);
  return flows;
}

Hops tree_hops(const Placement& placement) {
  const int chain = static_cast<int>(placement.most_per_server()) - 1;
  const int depth = floor_log2(placement.servers());
  return {2 * (chain + depth), 2.0 * chain, 2.0 * depth};
}

}  // namespace headroom::models::nccl
