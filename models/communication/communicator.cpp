// SPDX-License-Identifier: Apache-2.0
#include "models/communication/communicator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "models/communication/candidates.hpp"
#include "models/communication/cost.hpp"
#include "models/communication/ideal.hpp"
#include "models/communication/siblings.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using namespace nccl;

// An algorithm laid out, with the protocols that it may run with.
struct Laid {
  Candidate candidate;
  std::vector<Protocol> protocols;
  double memory_bytes_per_byte = 0;
  std::optional<Loads> with_siblings;  // filled when first chosen
};

struct LaidCollective {
  Request request;
  Setting setting;
  std::vector<Laid> algorithms;
};

struct Choice {
  Laid* laid = nullptr;
  Protocol protocol = Protocol::simple;
};

std::vector<Protocol> protocols_for(const Setting& setting, Row row, Protocol wanted) {
  auto all = protocols(setting, row);
  if (wanted == Protocol::automatic) return all;
  if (std::find(all.begin(), all.end(), wanted) == all.end()) {
    throw bad_input(fmt::format("communication: {} cannot run with protocol {} here",
                                to_string(algorithm_of(row)), to_string(wanted)));
  }
  return {wanted};
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

LaidCollective lay_out(Request request, const Placement& placement) {
  LaidCollective out{std::move(request), {}, {}};
  const Request& r = out.request;
  if (r.collective == Collective::send_receive && placement.size() > 2) {
    throw bad_input(
        fmt::format("communication: send_receive joins 2 ranks, found a group of {}", placement.size()));
  }
  out.setting = setting_of(tuning(), r, placement);
  const std::vector<Row> rows = r.options.ideal ? std::vector{ideal_row(out.setting, r, placement)}
                                                : rows_for(out.setting, r, placement);
  for (const Row row : rows) {
    Laid laid;
    laid.candidate = candidate(row, r, placement);
    laid.protocols =
        r.options.ideal ? std::vector{Protocol::simple} : protocols_for(out.setting, row, r.options.protocol);
    laid.memory_bytes_per_byte = memory_traffic(laid.candidate, out.setting.ranks);
    out.algorithms.push_back(std::move(laid));
  }
  return out;
}

// The fastest as NCCL sees it: it does not know of siblings, nor of what was measured.
Choice choose(LaidCollective& collective, double bytes) {
  if (collective.request.options.ideal) return {&collective.algorithms.front(), Protocol::simple};
  Choice best;
  double best_seconds = std::numeric_limits<double>::infinity();
  for (Laid& laid : collective.algorithms) {
    for (const Protocol protocol : laid.protocols) {
      const Cost believed = cost(collective.setting, laid.candidate, protocol, bytes, View::library);
      const double seconds = believed.seconds(bytes, laid.candidate.loads.rate(believed.wire));
      if (seconds >= best_seconds) continue;
      best_seconds = seconds;
      best = {&laid, protocol};
    }
  }
  return best;
}

Cost measured_cost(const LaidCollective& collective, const Choice& choice, double bytes) {
  const Candidate& c = choice.laid->candidate;
  return collective.request.options.ideal
             ? ideal_cost(*collective.request.cluster, c, bytes)
             : cost(collective.setting, c, choice.protocol, bytes, View::measured);
}

void check(double bytes) {
  if (bytes >= 0 && std::isfinite(bytes)) return;
  throw bad_input(
      fmt::format("communication: a collective of {} bytes, expected a finite size of 0 or more", bytes));
}

// When the choice has been made: how long the narrowest link takes, siblings' loads on it.
CollectiveTime time_of(const LaidCollective& collective, const Choice& choice, const Cost& cost,
                       double bytes) {
  const Loads::Narrowest narrowest = choice.laid->with_siblings->narrowest(cost.wire);
  CollectiveTime t;
  t.latency_seconds = cost.latency;
  t.channels = collective.setting.channels();
  t.memory_bytes_per_byte = choice.laid->memory_bytes_per_byte;
  if (narrowest.rate < cost.rate_cap) t.bottleneck = narrowest.link;
  t.seconds = cost.latency + bytes / std::min(cost.rate_cap, narrowest.rate);
  return t;
}

}  // namespace

struct Communicator::Parts {
  const topologies::Cluster& cluster;
  std::string architecture;
  std::span<const std::vector<int>> groups;
  std::size_t representative;
  CommunicationOptions options;
  Placement placement;
  std::map<Collective, LaidCollective> collectives;

  [[nodiscard]] bool trivial(double bytes) const { return placement.size() < 2 || bytes == 0; }

  LaidCollective& laid(Collective collective) {
    const auto found = collectives.find(collective);
    if (found != collectives.end()) return found->second;
    Request request{&cluster, architecture, collective, groups, representative, options};
    return collectives.emplace(collective, lay_out(std::move(request), placement)).first->second;
  }

  Choice choose_with_siblings(LaidCollective& collective, double bytes) const {
    const Choice choice = choose(collective, bytes);
    if (!choice.laid->with_siblings)
      choice.laid->with_siblings = loads_with_siblings(collective.request, choice.laid->candidate, placement);
    return choice;
  }
};

Communicator::Communicator(const topologies::Cluster& cluster, std::string architecture,
                           std::span<const std::vector<int>> groups, std::size_t representative,
                           const CommunicationOptions& options) {
  if (representative >= groups.size()) {
    throw internal(
        fmt::format("communication: representative {} of {} groups", representative, groups.size()));
  }
  parts_ = std::make_unique<Parts>(Parts{cluster,
                                         std::move(architecture),
                                         groups,
                                         representative,
                                         options,
                                         place(cluster, groups[representative]),
                                         {}});
}
Communicator::~Communicator() = default;
Communicator::Communicator(Communicator&&) noexcept = default;
Communicator& Communicator::operator=(Communicator&&) noexcept = default;

CollectivePlan Communicator::plan(Collective collective, double bytes) {
  check(bytes);
  CollectivePlan p;
  p.collective = collective;
  p.bytes = bytes;
  p.rate_cap = std::numeric_limits<double>::infinity();
  p.ideal = parts_->options.ideal;
  if (parts_->trivial(bytes)) return p;
  LaidCollective& laid = parts_->laid(collective);
  const Choice choice = parts_->choose_with_siblings(laid, bytes);
  const Cost cost = measured_cost(laid, choice, bytes);
  const CollectiveTime time = time_of(laid, choice, cost, bytes);
  const Candidate& c = choice.laid->candidate;
  p.algorithm = algorithm_of(c.row);
  p.protocol = choice.protocol;
  p.latency_seconds = time.latency_seconds;
  p.rate_cap = cost.rate_cap;
  p.steps = c.hops.steps;
  p.channels = time.channels;
  p.memory_bytes_per_byte = time.memory_bytes_per_byte;
  p.wire = cost.wire;
  p.ring_as_given = laid.request.options.keep_order || laid.request.options.ideal;
  p.relayed = relays(laid.request);
  p.seconds = time.seconds;
  p.bottleneck = time.bottleneck;
  for (const Load& load : choice.laid->with_siblings->all())
    p.loads.push_back({load.link, load.bytes_per_byte * p.wire[static_cast<std::size_t>(load.kind)]});
  return p;
}

CollectiveTime Communicator::time(Collective collective, double bytes) {
  check(bytes);
  if (parts_->trivial(bytes)) return {};
  LaidCollective& laid = parts_->laid(collective);
  const Choice choice = parts_->choose_with_siblings(laid, bytes);
  return time_of(laid, choice, measured_cost(laid, choice, bytes), bytes);
}

CollectivePlan plan_collective(const topologies::Cluster& cluster, const std::string& architecture,
                               Collective collective, double bytes, std::span<const std::vector<int>> groups,
                               std::size_t representative, const CommunicationOptions& options) {
  return Communicator(cluster, architecture, groups, representative, options).plan(collective, bytes);
}

}  // namespace headroom::models
