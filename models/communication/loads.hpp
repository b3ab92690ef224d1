// SPDX-License-Identifier: Apache-2.0
// Which links the flows of a group load, and how much.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "models/communication/schedule.hpp"
#include "topologies/cluster.hpp"

namespace headroom::models::nccl {

struct Load {
  topologies::LinkId link;
  topologies::LinkKind kind;
  double capacity;        // bytes/s
  double bytes_per_byte;  // payload per byte of the collective
};

// Loads by link, in the order in which links were first met. A flat table from link to place, since plans for
// thousands of ranks are made often.
class LoadTable {
 public:
  explicit LoadTable(const topologies::Cluster& cluster) : cluster_(cluster) {}
  // Adds the flow to the loads of its links.
  void add(const Flow& flow);
  // Adds it to those links only that the table already has.
  void add_to_known(const Flow& flow);
  [[nodiscard]] const std::vector<Load>& loads() const { return loads_; }

 private:
  [[nodiscard]] std::size_t slot_of(topologies::LinkId link) const;
  void route(const Flow& flow);
  void grow();

  const topologies::Cluster& cluster_;
  std::vector<Load> loads_;
  std::vector<std::uint32_t> slots_;  // open addressing: place in loads_ + 1, or 0
  std::vector<topologies::Hop> hops_;
};

// The links of a flow. Where a server has several NICs for each accelerator, an accelerator uses them alike:
// one stands for all, with its part of the bytes.
void append_hops(const topologies::Cluster& cluster, const Flow& flow, std::vector<topologies::Hop>& out);

// Latency of the flows' links: the longest over scale-up links, over PCIe, and between servers.
struct PathLatencies {
  std::array<double, hop_count> longest{};
};
[[nodiscard]] PathLatencies path_latencies(const topologies::Cluster& cluster, std::span<const Flow> flows);

}  // namespace headroom::models::nccl
