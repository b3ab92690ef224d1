// SPDX-License-Identifier: Apache-2.0
// Which links the flows of a group load, and how much.
#pragma once
#include <algorithm>
#include <array>
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

// Loads of links, each link once, and of each kind of link the one that is exhausted first: a protocol
// changes the loads of a kind alike, so that a rate is found without visiting all.
class Loads {
 public:
  Loads() = default;
  explicit Loads(std::vector<Load> loads);
  [[nodiscard]] const std::vector<Load>& all() const { return all_; }

  struct Narrowest {
    double rate;  // bytes of the collective per second that the links let through
    topologies::LinkId link;
  };
  [[nodiscard]] Narrowest narrowest(const WireFactors& wire) const;
  [[nodiscard]] double rate(const WireFactors& wire) const { return narrowest(wire).rate; }

 private:
  std::vector<Load> all_;
  std::vector<std::size_t> first_exhausted_;  // places in all_, ascending
};

// Loads by link, in the order in which links were first met. A flat table from link to place, since plans for
// thousands of ranks are made often.
class LoadTable {
 public:
  explicit LoadTable(const topologies::Cluster& cluster) : cluster_(cluster) {}
  // Adds the flow to the loads of its links; returns the latency of its path.
  double add(const Flow& flow);
  // Adds it to those links only that the table already has.
  void add_to_known(const Flow& flow);
  [[nodiscard]] Loads take() { return Loads(std::move(loads_)); }

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
  void include(Hop hop, double seconds) {
    double& known = longest[static_cast<std::size_t>(hop)];
    known = std::max(known, seconds);
  }
};

}  // namespace headroom::models::nccl
