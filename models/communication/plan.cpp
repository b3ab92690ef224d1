// SPDX-License-Identifier: Apache-2.0
#include "models/communication/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/communication/candidates.hpp"
#include "models/communication/cost.hpp"
#include "models/communication/ideal.hpp"
#include "models/communication/siblings.hpp"
#include "sim/error.hpp"

namespace headroom::models::nccl {

namespace {

struct Choice {
  Candidate candidate;
  Protocol protocol = Protocol::simple;
};

void check(const Request& r) {
  if (r.representative >= r.groups.size()) {
    throw internal(
        fmt::format("communication: representative {} of {} groups", r.representative, r.groups.size()));
  }
  if (!(r.bytes >= 0) || !std::isfinite(r.bytes)) {
    throw bad_input(
        fmt::format("communication: a collective of {} bytes, expected a finite size of 0 or more", r.bytes));
  }
  const std::size_t n = r.groups[r.representative].size();
  if (r.collective == Collective::send_receive && n > 2) {
    throw bad_input(fmt::format("communication: send_receive joins 2 ranks, found a group of {}", n));
  }
}

std::vector<Protocol> protocols_for(const Setting& setting, Row row, Protocol wanted) {
  auto all = protocols(setting, row);
  if (wanted == Protocol::automatic) return all;
  if (std::find(all.begin(), all.end(), wanted) == all.end()) {
    throw bad_input(fmt::format("communication: {} cannot run with protocol {} here",
                                to_string(algorithm_of(row)), to_string(wanted)));
  }
  return {wanted};
}

// The fastest as NCCL sees it: it does not know of siblings, nor of what was measured.
Choice choose(const Setting& setting, const Request& request, const Placement& placement) {
  Choice best;
  double best_seconds = std::numeric_limits<double>::infinity();
  for (Row row : rows_for(setting, request, placement)) {
    Candidate c = candidate(row, request, placement);
    bool better = false;
    for (Protocol protocol : protocols_for(setting, row, request.options.protocol)) {
      const Cost believed = cost(setting, c, protocol, request.bytes, View::library);
      const double seconds = believed.seconds(request.bytes, link_rate(c.loads, believed.wire));
      if (seconds >= best_seconds) continue;
      best_seconds = seconds;
      best.protocol = protocol;
      better = true;
    }
    if (better) best.candidate = std::move(c);
  }
  return best;
}

// Device memory traffic of a rank per byte of the collective: what arrives is written, read again, and joined
// with or copied to the user's buffer; the switch only reads the operands and writes the results.
double memory_traffic(const Candidate& candidate, std::size_t ranks) {
  if (candidate.row == Row::nvls || candidate.row == Row::nvls_tree) return 2;
  constexpr double accesses = 3;
  double received = 0;
  for (const Flow& flow : candidate.flows) received += flow.bytes_per_byte;
  return accesses * received / static_cast<double>(ranks);
}

void finish(CollectivePlan& plan, const std::vector<Load>& loads) {
  double rate = plan.rate_cap;
  for (const Load& load : loads) {
    const double bytes_per_byte = load.bytes_per_byte * plan.wire[static_cast<std::size_t>(load.kind)];
    plan.loads.push_back({load.link, bytes_per_byte});
    if (load.capacity / bytes_per_byte >= rate) continue;
    rate = load.capacity / bytes_per_byte;
    plan.bottleneck = load.link;
  }
  plan.seconds = plan.latency_seconds + plan.bytes / rate;
}

CollectivePlan empty_plan(const Request& request) {
  CollectivePlan p;
  p.collective = request.collective;
  p.bytes = request.bytes;
  p.rate_cap = std::numeric_limits<double>::infinity();
  p.ideal = request.options.ideal;
  return p;
}

}  // namespace

CollectivePlan plan(const Tuning& tuning, const Request& request) {
  check(request);
  CollectivePlan p = empty_plan(request);
  const std::vector<int>& group = request.groups[request.representative];
  if (group.size() < 2 || request.bytes == 0) return p;
  const Placement placement = place(*request.cluster, group);
  const Setting setting = setting_of(tuning, request, placement);
  const Choice choice = request.options.ideal
                            ? Choice{ideal_candidate(setting, request, placement), Protocol::simple}
                            : choose(setting, request, placement);
  const Candidate& c = choice.candidate;
  const Cost time = request.options.ideal ? ideal_cost(*request.cluster, c, request.bytes)
                                          : cost(setting, c, choice.protocol, request.bytes, View::measured);
  p.algorithm = algorithm_of(c.row);
  p.protocol = choice.protocol;
  p.latency_seconds = time.latency;
  p.rate_cap = time.rate_cap;
  p.steps = c.hops.steps;
  p.channels = setting.channels();
  p.memory_bytes_per_byte = memory_traffic(c, setting.ranks);
  p.wire = time.wire;
  p.ring_as_given = request.options.keep_order || request.options.ideal;
  p.relayed = relays(request);
  finish(p, loads_with_siblings(request, c, placement));
  return p;
}

}  // namespace headroom::models::nccl

namespace headroom::models {

CollectivePlan plan_collective(const topologies::Cluster& cluster, const std::string& architecture,
                               Collective collective, double bytes, std::span<const std::vector<int>> groups,
                               std::size_t representative, const CommunicationOptions& options) {
  return nccl::plan(nccl::tuning(),
                    {&cluster, architecture, collective, bytes, groups, representative, options});
}

}  // namespace headroom::models
