// SPDX-License-Identifier: Apache-2.0
#include "models/training/folding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/training/alike.hpp"
#include "models/training/filling.hpp"
#include "topologies/fabric_shape.hpp"

namespace headroom::models {
namespace {

using topologies::Cluster;

// Forward passes through layers, of all ranks: what a job may have to be simulated rank by rank without being
// asked to. Takes half a second where parameters are gathered layer by layer, else a tenth of it.
constexpr double most_layer_passes = 65536;

// No group has a sibling.
bool one_group_each(const Layout& layout) {
  if (layout.ranks_of_stage() == 1) return true;
  const bool one_width =
      layout.tensor == 1 ? layout.context == 1 || layout.data == 1 : layout.replicas() == 1;
  return layout.pipeline == 1 && one_width && !splits_shards(layout) &&
         (!layout.experts_apart() || layout.expert_replicas() == 1);
}

// Rings through bridges or a mesh go over different links at different members.
bool uneven_rings(const Cluster& cluster) {
  const topologies::ScaleUp scale_up = cluster.server().scale_up;
  return scale_up == topologies::ScaleUp::bridged_pairs || scale_up == topologies::ScaleUp::mesh;
}

bool pins_flows(const Cluster& cluster) {
  return cluster.servers() > 1 && cluster.fabric_shape().tiers() > 1 &&
         cluster.fabric().routing != topologies::Routing::adaptive;
}

// Links to and from NICs that the plan loads, when it does not load all of them alike.
std::vector<topologies::LinkId> unevenly_loaded_nics(const Cluster& cluster, const CollectivePlan& plan) {
  std::vector<topologies::LinkId> nics;
  if (plan.algorithm == Algorithm::ring || plan.algorithm == Algorithm::direct) return nics;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const LinkLoad& load : plan.loads) {
    if (cluster.link(load.link).kind != topologies::LinkKind::nic) continue;
    nics.push_back(load.link);
    least = std::min(least, load.bytes_per_byte);
    most = std::max(most, load.bytes_per_byte);
  }
  constexpr double rounding = 1e-9;
  if (most - least <= rounding * most) nics.clear();
  return nics;
}

// Exchanges inside layers wait for each other.
bool is_inside_layers(GroupKind kind) {
  return kind == GroupKind::tensor || kind == GroupKind::expert || kind == GroupKind::context;
}
bool may_run_at_once(const Exchanges::Planned& a, const Exchanges::Planned& b) {
  if (is_inside_layers(a.kind) && is_inside_layers(b.kind)) return false;
  return a.kind != b.kind || a.plan->collective != b.plan->collective;
}

bool loads_any(const CollectivePlan& plan, const std::vector<topologies::LinkId>& links) {
  return std::any_of(plan.loads.begin(), plan.loads.end(), [&](const LinkLoad& load) {
    return std::find(links.begin(), links.end(), load.link) != links.end();
  });
}

}  // namespace

std::string why_folding_is_not_exact(const Cluster& cluster, const Layout& layout, Exactness exactness) {
  if (one_group_each(layout)) return {};
  if (pins_flows(cluster))
    return fmt::format("{} routing pins flows to uplinks, so that groups collide differently",
                       to_string(cluster.fabric().routing));
  const bool in_fabric = exactness == Exactness::to_the_tick || fabric_can_block(cluster);
  if (std::string uneven = uneven_filling(cluster, layout, in_fabric); !uneven.empty()) return uneven;
  if (uneven_rings(cluster) || !accelerators_are_alike(cluster))
    return "the accelerators of a server do not all reach each other alike";
  return {};
}

std::string why_plans_meet_unevenly(const Cluster& cluster, const Exchanges& exchanges) {
  const std::vector<Exchanges::Planned> plans = exchanges.plans();
  for (const auto& one : plans) {
    const std::vector<topologies::LinkId> nics = unevenly_loaded_nics(cluster, *one.plan);
    if (nics.empty()) continue;
    for (const auto& other : plans)
      if (may_run_at_once(one, other) && loads_any(*other.plan, nics))
        return fmt::format("the {} of \"{}\" loads servers unevenly, and \"{}\" shares their NICs",
                           to_string(one.plan->algorithm), one.name(), other.name());
  }
  return {};
}

bool is_small_enough_to_unfold(const TrainingJob& job) {
  const Layout& layout = job.layout;
  const double passes = 1.0 * layout.ranks_of_stage() * layout.microbatches() * job.network->layer_count();
  return layout.accelerators() <= job.unfold_up_to_ranks && passes <= most_layer_passes;
}

}  // namespace headroom::models
