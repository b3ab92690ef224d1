// SPDX-License-Identifier: Apache-2.0
#include "models/communication/siblings.hpp"

#include <algorithm>

#include "models/communication/candidates.hpp"

namespace headroom::models::nccl {

namespace {

using topologies::Cluster;
using topologies::FabricKind;

// Tells which flows of siblings can meet the representative's: those at its servers, and those that cross a
// part of the fabric that many servers share.
class Neighbourhood {
 public:
  Neighbourhood(const Cluster& cluster, const Placement& placement)
      : cluster_(cluster), is_ours_(static_cast<std::size_t>(cluster.servers()), 0) {
    for (std::size_t s = 0; s < placement.servers(); ++s) ours(placement.on(s).front()) = 1;
    const FabricKind kind = cluster.fabric().kind;
    const bool has_uplinks =
        kind != FabricKind::none && kind != FabricKind::single_switch && kind != FabricKind::rail_only;
    shares_fabric_ = has_uplinks && placement.servers() > 1;
  }

  [[nodiscard]] bool may_meet(std::span<const int> group) const {
    const bool spans = cluster_.server_of(group.front()) != cluster_.server_of(group.back());
    if (shares_fabric_ && spans) return true;
    return std::any_of(group.begin(), group.end(), [&](int a) { return is_ours(a); });
  }
  [[nodiscard]] bool may_meet(const Flow& flow) const {
    if (is_ours(flow.from) || is_ours(flow.to)) return true;
    return shares_fabric_ && cluster_.server_of(flow.from) != cluster_.server_of(flow.to);
  }

 private:
  char& ours(int accelerator) { return is_ours_[static_cast<std::size_t>(cluster_.server_of(accelerator))]; }
  [[nodiscard]] bool is_ours(int accelerator) const {
    return is_ours_[static_cast<std::size_t>(cluster_.server_of(accelerator))] != 0;
  }

  const Cluster& cluster_;
  std::vector<char> is_ours_;
  bool shares_fabric_ = false;
};

}  // namespace

Loads loads_with_siblings(const Request& request, const Candidate& candidate, const Placement& placement) {
  const Cluster& cluster = *request.cluster;
  if (request.groups.size() == 1) return candidate.loads;
  LoadTable table(cluster);
  for (const Flow& flow : candidate.flows) table.add(flow);
  const Neighbourhood neighbourhood(cluster, placement);
  for (std::size_t g = 0; g < request.groups.size(); ++g) {
    const std::span<const int> group = request.groups[g];
    if (g == request.representative || group.size() < 2 || !neighbourhood.may_meet(group)) continue;
    for (const Flow& flow : flows_of(candidate.row, request, group, place(cluster, group))) {
      if (neighbourhood.may_meet(flow)) table.add_to_known(flow);
    }
  }
  return table.take();
}

}  // namespace headroom::models::nccl
