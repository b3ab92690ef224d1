// SPDX-License-Identifier: Apache-2.0
#include "models/communication/ideal.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace headroom::models::nccl {

Row ideal_row(const Setting& setting, const Request& request, const Placement& placement) {
  std::vector<Row> rows = rows_for(setting, request, placement);
  const bool ring = std::find(rows.begin(), rows.end(), Row::ring) != rows.end();
  return ring ? Row::ring : rows.front();
}

Cost ideal_cost(const topologies::Cluster& cluster, const Candidate& candidate, double bytes) {
  Cost c;
  c.wire.fill(1);
  c.rate_cap = std::numeric_limits<double>::infinity();
  const double transfer = bytes / candidate.loads.rate(c.wire);
  std::unordered_map<std::uint32_t, double> rates;  // by link
  for (const Load& load : candidate.loads.all()) rates[load.link.value] = load.capacity / load.bytes_per_byte;
  double slowest = 0;
  std::vector<topologies::Hop> hops;
  for (const Flow& flow : candidate.flows) {
    hops.clear();
    append_hops(cluster, flow, hops);
    double rate = std::numeric_limits<double>::infinity();
    for (const topologies::Hop& hop : hops) rate = std::min(rate, rates.at(hop.link.value));
    slowest = std::max(
        slowest, candidate.hops.steps * cluster.path_latency_seconds(flow.from, flow.to) + bytes / rate);
  }
  c.latency = slowest - transfer;
  return c;
}

}  // namespace headroom::models::nccl
