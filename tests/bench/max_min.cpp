// SPDX-License-Identifier: Apache-2.0
// One solve of all flows of an all-to-all among 256 hosts.
#include "sim/max_min.hpp"

#include <cmath>

#include "tests/bench/fat_tree.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

sim::MaxMin all_to_all(const FatTree& tree) {
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
bool all_rates_equal(const sim::MaxMin& sharing, std::size_t hosts) {
  const double expected = FatTree::link_bytes_per_second / static_cast<double>(hosts - 1);
  for (std::size_t i = 0; i < hosts * hosts; ++i) {
    const bool to_itself = i / hosts == i % hosts;
    if (!to_itself && std::abs(sharing.rate(static_cast<std::uint32_t>(i)) / expected - 1) > 1e-9) {
      return false;
    }
  }
  return true;
}

Result solve() {
  const FatTree tree(256);
  const sim::MaxMin prepared = all_to_all(tree);
  const std::size_t flows = tree.hosts() * (tree.hosts() - 1);
  sim::MaxMin sharing = prepared;
  double best = INFINITY;
  std::size_t solved = 0;
  for (int i = 0; i < 5; ++i) {
    sharing = prepared;
    best = std::min(best, best_cpu_seconds(1, [&] { solved = sharing.solve_next().size(); }));
  }
  constexpr double nanoseconds = 1e9;
  return {best / static_cast<double>(flows) * nanoseconds,
          solved == flows && all_rates_equal(sharing, tree.hosts())};
}

const Registration registration{{"max-min-65k", "ns/flow", 25, solve}};

}  // namespace
}  // namespace headroom::bench
