// SPDX-License-Identifier: Apache-2.0
#include "models/training/folding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/training/alike.hpp"
#include "topologies/fabric_shape.hpp"

namespace headroom::models {
namespace {

using topologies::Cluster;
using topologies::FabricShape;

// Forward passes through layers, of all ranks: what a job may have to be simulated rank by rank without being
// asked to. Takes half a second where parameters are gathered layer by layer, else a tenth of it.
constexpr double most_layer_passes = 65536;

int ranks_of_stage(const Layout& layout) {
  return layout.tensor * layout.data;
}

bool splits_shards(const Layout& layout) {
  return layout.effective_shard_group() > 1 && layout.effective_shard_group() < layout.data;
}

// No group has a sibling.
bool one_group_each(const Layout& layout) {
  if (ranks_of_stage(layout) == 1) return true;
  return layout.pipeline == 1 && (layout.tensor == 1 || layout.data == 1) && !splits_shards(layout);
}

// What ranks are packed into. accelerators: that one holds.
struct Unit {
  const char* name;
  int accelerators;
};

std::vector<Unit> units_of(const Cluster& cluster) {
  const int per_server = cluster.server().accelerators;
  std::vector<Unit> units = {{"servers", per_server}};
  const FabricShape& shape = cluster.fabric_shape();
  if (cluster.servers() == 1 || shape.tiers() < 2) return units;
  const int servers = shape.rails > 0 ? shape.leaf_down : shape.leaf_down / cluster.server().nics;
  units.push_back({"leaves", servers * per_server});
  if (shape.pods > 1) units.push_back({"pods", shape.leaves_per_pod * servers * per_server});
  return units;
}

// Ranks that lie side by side, `size` to a block.
struct Block {
  const char* name;
  int size;
};

std::vector<Block> blocks_of(const Layout& layout) {
  std::vector<Block> blocks;
  if (layout.tensor > 1) blocks.push_back({"tensor-parallel groups", layout.tensor});
  if (splits_shards(layout))
    blocks.push_back({"sharding groups", layout.tensor * layout.effective_shard_group()});
  if (layout.pipeline > 1) blocks.push_back({"stages", ranks_of_stage(layout)});
  return blocks;
}

bool fills_evenly(const Block& block, const Unit& unit) {
  return unit.accelerators > 0 &&
         (block.size % unit.accelerators == 0 || unit.accelerators % block.size == 0);
}

std::string uneven_filling(const Cluster& cluster, const Layout& layout) {
  for (const Unit& unit : units_of(cluster)) {
    if (cluster.accelerators() <= unit.accelerators) continue;
    for (const Block& block : blocks_of(layout))
      if (!fills_evenly(block, unit))
        return fmt::format("{} of {} ranks do not fill {} of {} accelerators evenly", block.name, block.size,
                           unit.name, unit.accelerators);
  }
  return {};
}

bool leaves_cut_servers(const Cluster& cluster) {
  const FabricShape& shape = cluster.fabric_shape();
  return shape.tiers() > 1 && shape.rails == 0 && shape.leaf_down % cluster.server().nics != 0;
}

// Rings through bridges or a mesh go over different links at different members.
bool uneven_rings(const Cluster& cluster) {
  const topologies::ScaleUp scale_up = cluster.server().scale_up;
  return scale_up == topologies::ScaleUp::bridged_pairs || scale_up == topologies::ScaleUp::mesh;
}

bool pins_flows(const Cluster& cluster) {
  return cluster.fabric_shape().tiers() > 1 && cluster.fabric().routing != topologies::Routing::adaptive;
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

// Tensor-parallel exchanges wait for each other.
bool may_run_at_once(const Exchanges::Planned& a, const Exchanges::Planned& b) {
  if (a.kind == b.kind) return a.kind != GroupKind::tensor && a.plan->collective != b.plan->collective;
  return true;
}

bool loads_any(const CollectivePlan& plan, const std::vector<topologies::LinkId>& links) {
  return std::any_of(plan.loads.begin(), plan.loads.end(), [&](const LinkLoad& load) {
    return std::find(links.begin(), links.end(), load.link) != links.end();
  });
}

}  // namespace

std::string why_folding_is_not_exact(const Cluster& cluster, const Layout& layout) {
  if (one_group_each(layout)) return {};
  if (cluster.servers() > 1) {
    if (pins_flows(cluster))
      return fmt::format("{} routing pins flows to uplinks, so that groups collide differently",
                         to_string(cluster.fabric().routing));
    if (leaves_cut_servers(cluster)) return "the NICs of some servers hang at two leaves";
  }
  if (std::string uneven = uneven_filling(cluster, layout); !uneven.empty()) return uneven;
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
  const double passes =
      1.0 * layout.tensor * layout.data * layout.microbatches() * job.network->layer_count();
  return layout.accelerators() <= job.unfold_up_to_ranks && passes <= most_layer_passes;
}

}  // namespace headroom::models
