// SPDX-License-Identifier: Apache-2.0
// Parallel aggregated trees: all-gather and reduce-scatter in log2(n) steps where every server gives one
// rank. Block r of a rank travels down the binomial tree in which r hangs at r without its lowest bit.
#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

std::vector<Flow> pat_flows(const Placement& placement, Collective collective) {
  const std::size_t n = placement.size();
  std::vector<Flow> flows;
  for (std::size_t distance = 1; distance < n; distance *= 2) {
    // Offsets below n whose lowest bit is `distance`: that many blocks cross this distance.
    const std::size_t blocks = (n - 1 + distance) / (2 * distance);
    const double share = static_cast<double>(blocks) / static_cast<double>(n);
    for (std::size_t i = 0; i < n; ++i) {
      const int a = placement.ranks[i], b = placement.ranks[(i + distance) % n];
      if (collective == Collective::all_gather) {
        flows.push_back({a, b, share});
      } else {
        flows.push_back({b, a, share});
      }
    }
  }
  return flows;
}

Hops pat_hops(std::size_t ranks) {
  // NCCL 2.30 src/graph/tuning.cc: a network hop is overlapped 3.5 times.
  constexpr double overlapped = 3.5;
  const int depth = floor_log2(ranks);
  return {depth, 0, depth / overlapped};
}

}  // namespace headroom::models::nccl
