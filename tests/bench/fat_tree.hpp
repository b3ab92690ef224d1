// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "sim/program.hpp"

namespace headroom::bench {

// A two-level non-blocking fat tree of 32 hosts a leaf and as many spines, 25 GB/s a link and direction,
// routed by destination (D-mod-k: spine = destination modulo number of spines).
class FatTree {
 public:
  static constexpr std::size_t hosts_of_leaf = 32;
  static constexpr double link_bytes_per_second = 25e9;

  explicit FatTree(std::size_t hosts) : hosts_(hosts) {}

  [[nodiscard]] std::size_t hosts() const { return hosts_; }
  // From hosts, to hosts, from leaf to spine, from spine to leaf: `hosts` of each.
  [[nodiscard]] std::size_t links() const { return 4 * hosts_; }

  // A unit of work is a byte.
  [[nodiscard]] std::vector<sim::Demand> path(std::size_t from, std::size_t to) const {
    const std::size_t from_leaf = from / hosts_of_leaf, to_leaf = to / hosts_of_leaf;
    const std::size_t spine = to % hosts_of_leaf;
    std::vector<sim::Demand> demands{{sim::ResourceId(from), 1}};
    if (from_leaf != to_leaf) {
      demands.push_back({sim::ResourceId(2 * hosts_ + from_leaf * hosts_of_leaf + spine), 1});
      demands.push_back({sim::ResourceId(3 * hosts_ + to_leaf * hosts_of_leaf + spine), 1});
    }
    demands.push_back({sim::ResourceId(hosts_ + to), 1});
    return demands;
  }

 private:
  std::size_t hosts_;
};

}  // namespace headroom::bench
