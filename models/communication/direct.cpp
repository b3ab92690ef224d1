// SPDX-License-Identifier: Apache-2.0
// Point-to-point sends: all-to-all, send and receive.
#include <algorithm>

#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

namespace {

using topologies::Cluster;

void append_pairs(std::span<const int> from, std::span<const int> to, double share,
                  std::vector<Flow>& flows) {
  for (int a : from) {
    for (int b : to) {
      if (a != b) flows.push_back({a, b, share});
    }
  }
}

// The rank of `ranks` at the same place of its server as `receiver`; -1 if there is none.
int at_rail_of(int receiver, std::span<const int> ranks, int per_server) {
  const auto found = std::find_if(ranks.begin(), ranks.end(),
                                  [=](int a) { return a % per_server == receiver % per_server; });
  return found == ranks.end() ? -1 : *found;
}

// Everything that the ranks of one server send to one rank of another, over the rank at its rail.
void append_relayed(std::span<const int> from, int receiver, int relay, double share,
                    std::vector<Flow>& flows) {
  for (int a : from) {
    if (a != relay) flows.push_back({a, relay, share});
  }
  flows.push_back({relay, receiver, share * static_cast<double>(from.size())});
}

bool scale_up_connects(const Cluster& cluster, std::span<const int> ranks) {
  return std::all_of(ranks.begin(), ranks.end(), [&](int a) {
    return a == ranks.front() || cluster.same_scale_up_domain(a, ranks.front());
  });
}

// Adds flows of the same pair up: a relay serves many receivers.
void merge(std::vector<Flow>& flows) {
  std::stable_sort(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < flows.size(); ++i) {
    if (flows[i].from == flows[kept].from && flows[i].to == flows[kept].to) {
      flows[kept].bytes_per_byte += flows[i].bytes_per_byte;
    } else {
      flows[++kept] = flows[i];
    }
  }
  if (!flows.empty()) flows.resize(kept + 1);
}

}  // namespace

std::vector<Flow> all_to_all_flows(const Cluster& cluster, const Placement& placement, bool relay) {
  std::vector<Flow> flows;
  const double share = 1.0 / static_cast<double>(placement.size());
  const int per_server = cluster.server().accelerators;
  for (std::size_t s = 0; s < placement.servers(); ++s) {
    const auto from = placement.on(s);
    const bool relays = relay && scale_up_connects(cluster, from);
    append_pairs(from, from, share, flows);
    for (std::size_t t = 0; t < placement.servers(); ++t) {
      if (t == s) continue;
      if (!relays) append_pairs(from, placement.on(t), share, flows);
      for (int b : relays ? placement.on(t) : std::span<const int>{}) {
        const int at_rail = at_rail_of(b, from, per_server);
        if (at_rail >= 0) append_relayed(from, b, at_rail, share, flows);
        if (at_rail < 0) append_pairs(from, std::span<const int>(&b, 1), share, flows);
      }
    }
  }
  if (relay && placement.servers() > 1) merge(flows);
  return flows;
}

std::vector<Flow> send_flows(std::span<const int> group) {
  return {{group[0], group[1], 1.0}};
}

Hops direct_hops(const Placement& placement, Collective collective) {
  if (collective == Collective::send_receive) {
    return {1, placement.servers() == 1 ? 1.0 : 0.0, placement.servers() == 1 ? 0.0 : 1.0};
  }
  const double local = static_cast<double>(placement.on(0).size());
  return {1, local - 1, static_cast<double>(placement.size()) - local};
}

}  // namespace headroom::models::nccl
