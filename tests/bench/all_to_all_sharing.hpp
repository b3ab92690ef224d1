// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>

#include "sim/max_min.hpp"
#include "tests/bench/fat_tree.hpp"

namespace headroom::bench {

// All flows of an all-to-all, entered and not yet solved.
[[nodiscard]] inline sim::MaxMin all_to_all(const FatTree& tree) {
  const std::size_t hosts = tree.hosts();
  const std::vector<double> capacities(tree.links(), FatTree::link_bytes_per_second);
  sim::MaxMin::Room room;
  room.demands_of_place.assign(hosts * hosts, 4);
  room.activities_on_resource.assign(tree.links(), static_cast<std::uint32_t>(hosts));
  sim::MaxMin sharing(capacities, room);
  for (std::size_t from = 0; from < hosts; ++from) {
    for (std::size_t to = 0; to < hosts; ++to) {
      if (from != to) {
        sharing.enter(static_cast<std::uint32_t>(from * hosts + to), 1, INFINITY, tree.path(from, to));
      }
    }
  }
  return sharing;
}

// By symmetry every host's link to its leaf is the bottleneck of all that it sends.
[[nodiscard]] inline bool all_rates_equal(const sim::MaxMin& sharing, std::size_t hosts) {
  const double expected = FatTree::link_bytes_per_second / static_cast<double>(hosts - 1);
  for (std::size_t i = 0; i < hosts * hosts; ++i) {
    const bool to_itself = i / hosts == i % hosts;
    if (!to_itself && std::abs(sharing.rate(static_cast<std::uint32_t>(i)) / expected - 1) > 1e-9) {
      return false;
    }
  }
  return true;
}

}  // namespace headroom::bench
