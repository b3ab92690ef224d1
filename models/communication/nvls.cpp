// SPDX-License-Identifier: Apache-2.0
// Reduction and multicast in the scale-up switch (NVLink SHARP). Of k ranks each owns 1/k of the data: it has
// the switch read that part from all ranks and add it up, and the switch hands the result to all of them. A
// port therefore carries the whole data once (as a source of sums, as a receiver of results) and the owned
// part once more (result out, sum in).
#include <algorithm>

#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

namespace {

// Ranks that own a part (heads): NCCL 2.30 uses up to 8; the bandwidth measured in 72-wide domains bears it
// out.
constexpr double most_heads = 8;

double port_share(Collective collective, double k) {
  switch (collective) {
    case Collective::all_reduce:
      return 1 + 1 / std::min(k, most_heads);
    default:
      return 1;  // all-gather: the whole comes in; reduce-scatter: the whole goes out
  }
}

}  // namespace

std::vector<Flow> nvls_flows(const Placement& placement, Collective collective) {
  std::vector<Flow> flows;
  for (std::size_t s = 0; s < placement.servers(); ++s) {
    const auto ranks = placement.on(s);
    const double share = port_share(collective, static_cast<double>(ranks.size()));
    // What the switch multicasts has no single receiver; a cycle puts the same load on every port, both ways.
    for (std::size_t i = 0; i < ranks.size(); ++i)
      flows.push_back({ranks[i], ranks[(i + 1) % ranks.size()], share});
  }
  append_double_tree(placement, flows);
  return flows;
}

Hops nvls_hops(const Placement& placement) {
  const int depth = floor_log2(placement.servers());
  return {2 * (1 + depth), 1, 2.0 * depth};
}

}  // namespace headroom::models::nccl
