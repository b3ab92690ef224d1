// SPDX-License-Identifier: Apache-2.0
// What an algorithm sends from where to where, before any link or clock is looked at.
#pragma once
#include <bit>
#include <span>
#include <vector>

#include "models/communication/collective.hpp"
#include "models/communication/tuning.hpp"
#include "topologies/cluster.hpp"

namespace headroom::models::nccl {

// Bytes from one accelerator to another, per byte of the collective's size.
struct Flow {
  int from, to;
  double bytes_per_byte;
  int nic = -1;  // index within the sender's server; -1: the nearest
  int lane = 0;  // ring or tree that the bytes belong to; enters the ECMP hash
};

// The ranks of a group by server, servers in order of first appearance.
struct Placement {
  std::vector<int> ranks;               // servers one after the other
  std::vector<std::size_t> first_rank;  // of each server, and the end
  [[nodiscard]] std::size_t servers() const { return first_rank.size() - 1; }
  [[nodiscard]] std::size_t size() const { return ranks.size(); }
  [[nodiscard]] std::span<const int> on(std::size_t server) const {
    return {ranks.data() + first_rank[server], first_rank[server + 1] - first_rank[server]};
  }
  [[nodiscard]] std::size_t most_per_server() const;
};
[[nodiscard]] Placement place(const topologies::Cluster& cluster, std::span<const int> group);

// Sequential hops that the latency of an algorithm is made of.
struct Hops {
  int steps = 0;
  double inside = 0, between = 0;  // hops inside a server and between servers; peers for point-to-point sends
};

// Depth of a binary tree of n nodes.
[[nodiscard]] inline int floor_log2(std::size_t n) {
  return static_cast<int>(std::bit_width(n)) - 1;
}

// ---- ring.cpp
// Share of each edge in the ring's data: every rank sends and receives 1 in all. With several ranks a server
// there are as many rings as ranks a server (lanes), and each leaves and enters servers through another rank
// and so another NIC.
[[nodiscard]] std::vector<Flow> ring_edges(const topologies::Cluster& cluster, const Placement& placement);
// One ring in the order of the group.
[[nodiscard]] std::vector<Flow> ring_edges_as_given(std::span<const int> group);
// What a ring of `ranks` sends over an edge of share 1; broadcast leaves out the edges into the root.
[[nodiscard]] std::vector<Flow> ring_flows(std::vector<Flow> edges, Collective collective, std::size_t ranks,
                                           int root);
[[nodiscard]] Hops ring_hops(Collective collective, std::size_t ranks, std::size_t servers);

// ---- mesh_rings.cpp
// Rings inside a server whose accelerators have direct links: edges with their share; empty if no ring of
// direct links passes through all ranks.
[[nodiscard]] std::vector<Flow> mesh_ring_edges(const topologies::ServerDescription& server,
                                                std::span<const int> ranks, int per_server);

// ---- tree.cpp
[[nodiscard]] std::vector<Flow> tree_flows(const topologies::Cluster& cluster, const Placement& placement);
// The two trees between servers, each with half of the data, up and down.
void append_double_tree(const Placement& placement, std::vector<Flow>& flows);
[[nodiscard]] Hops tree_hops(const Placement& placement);

// ---- nvls.cpp
[[nodiscard]] std::vector<Flow> nvls_flows(const Placement& placement, Collective collective);
[[nodiscard]] Hops nvls_hops(const Placement& placement);

// ---- pat.cpp
[[nodiscard]] std::vector<Flow> pat_flows(const Placement& placement, Collective collective);
[[nodiscard]] Hops pat_hops(std::size_t ranks);

// ---- direct.cpp
// relay: bytes for another server go first, inside the sender's server, to the accelerator that sits at the
// receiver's rail (NCCL: PXN).
[[nodiscard]] std::vector<Flow> all_to_all_flows(const topologies::Cluster& cluster,
                                                 const Placement& placement, bool relay);
[[nodiscard]] std::vector<Flow> send_flows(std::span<const int> group);
[[nodiscard]] Hops direct_hops(const Placement& placement, Collective collective);

}  // namespace headroom::models::nccl
