// SPDX-License-Identifier: Apache-2.0
#include "models/communication/ideal.hpp"

#include <algorithm>
#include <limits>

namespace headroom::models::nccl {

Candidate ideal_candidate(const Setting& setting, const Request& request, const Placement& placement) {
  std::vector<Row> rows = rows_for(setting, request, placement);
  const bool ring = std::find(rows.begin(), rows.end(), Row::ring) != rows.end();
  return candidate(ring ? Row::ring : rows.front(), request, placement);
}

Cost ideal_cost(const topologies::Cluster& cluster, const Candidate& candidate, double bytes) {
  Cost c;
  c.wire.fill(1);
  c.rate_cap = std::numeric_limits<double>::infinity();
  const double transfer = bytes / link_rate(candidate.loads, c.wire);
  double slowest = 0;
  std::vector<topologies::Hop> hops;
  for (const Flow& flow : candidate.flows) {
    hops.clear();
    append_hops(cluster, flow, hops);
    double rate = std::numeric_limits<double>::infinity();
    for (const topologies::Hop& hop : hops) {
      const auto load = std::find_if(candidate.loads.begin(), candidate.loads.end(),
                                     [&](const Load& l) { return l.link == hop.link; });
      rate = std::min(rate, load->capacity / load->bytes_per_byte);
    }
    slowest = std::max(
        slowest, candidate.hops.steps * cluster.path_latency_seconds(flow.from, flow.to) + bytes / rate);
  }
  c.latency = slowest - transfer;
  return c;
}

}  // namespace headroom::models::nccl
