// SPDX-License-Identifier: Apache-2.0
// Folding all flows of an all-to-all among 256 hosts: 65,280 flows to 2.
#include <cmath>

#include "sim/symmetry.hpp"
#include "tests/bench/fat_tree.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

sim::Sharing all_to_all(const FatTree& tree) {
  sim::Sharing sharing;
  sharing.capacities.assign(tree.links(), FatTree::link_bytes_per_second);
  for (std::size_t from = 0; from < tree.hosts(); ++from) {
    for (std::size_t to = 0; to < tree.hosts(); ++to) {
      if (from != to) {
        sharing.activities.push_back({1e6, 1, INFINITY, tree.path(from, to)});
      }
    }
  }
  return sharing;
}

Result fold_all_to_all() {
  const sim::Sharing sharing = all_to_all(FatTree(256));
  sim::Folding folding;
  const double seconds = best_cpu_seconds(3, [&] { folding = fold(sharing); });
  constexpr std::uint32_t within_leaf = 256 * 31, between_leaves = 256 * 224;
  return {seconds, folding.activities_in_class == std::vector<std::uint32_t>{within_leaf, between_leaves}};
}

const Registration registration{{"fold-all-to-all-256", "s", 0.2, fold_all_to_all}};

}  // namespace
}  // namespace headroom::bench
