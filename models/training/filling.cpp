// SPDX-License-Identifier: Apache-2.0
#include "models/training/filling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "topologies/fabric_shape.hpp"

namespace headroom::models {
namespace {

using topologies::Cluster;
using topologies::FabricShape;

// What ranks are packed into. accelerators: that one holds.
struct Unit {
  const char* name;
  int accelerators;
};

bool has_uplinks(const Cluster& cluster) {
  return cluster.servers() > 1 && cluster.fabric_shape().tiers() > 1;
}

std::vector<Unit> units_of(const Cluster& cluster, bool in_fabric) {
  const int per_server = cluster.server().accelerators;
  std::vector<Unit> units = {{"servers", per_server}};
  if (!in_fabric || !has_uplinks(cluster)) return units;
  const FabricShape& shape = cluster.fabric_shape();
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
  if (layout.context > 1) blocks.push_back({"context-parallel groups", layout.tensor * layout.context});
  if (layout.expert > 1)
    blocks.push_back({"expert-parallel groups", layout.expert * layout.effective_expert_tensor()});
  if (splits_shards(layout))
    blocks.push_back({"sharding groups", layout.tensor * layout.effective_shard_group()});
  if (layout.pipeline > 1) blocks.push_back({"stages", layout.ranks_of_stage()});
  return blocks;
}

bool fills_evenly(int block, const Unit& unit) {
  return unit.accelerators > 0 && (block % unit.accelerators == 0 || unit.accelerators % block == 0);
}

bool leaves_cut_servers(const Cluster& cluster) {
  const FabricShape& shape = cluster.fabric_shape();
  return has_uplinks(cluster) && shape.rails == 0 && shape.leaf_down % cluster.server().nics != 0;
}

}  // namespace

bool splits_shards(const Layout& layout) {
  return layout.effective_shard_group() > 1 && layout.effective_shard_group() < layout.replicas();
}

bool fabric_can_block(const Cluster& cluster) {
  if (!has_uplinks(cluster)) return false;
  const FabricShape& shape = cluster.fabric_shape();
  const topologies::FabricDescription& fabric = cluster.fabric();
  if (fabric.routing != topologies::Routing::adaptive) return true;
  const double nic = std::min(cluster.server().nic_bytes_per_second, fabric.link_bytes_per_second);
  const double up = shape.leaf_up * fabric.link_bytes_per_second;
  const int into_spine = shape.leaves_per_pod * shape.cables_to_each_spine();
  return up < shape.leaf_down * nic || (shape.tiers() > 2 && shape.spine_up < into_spine);
}

std::string uneven_filling(const Cluster& cluster, const Layout& layout, bool in_fabric) {
  if (in_fabric && leaves_cut_servers(cluster)) return "the NICs of some servers hang at two leaves";
  for (const Unit& unit : units_of(cluster, in_fabric)) {
    if (cluster.accelerators() <= unit.accelerators) continue;
    for (const Block& block : blocks_of(layout))
      if (!fills_evenly(block.size, unit))
        return fmt::format("{} of {} ranks do not fill {} of {} accelerators evenly", block.name, block.size,
                           unit.name, unit.accelerators);
  }
  return {};
}

bool stages_lie_alike(const Cluster& cluster, const Layout& layout) {
  const int stage = layout.ranks_of_stage();
  if (stage % cluster.server().accelerators != 0 || leaves_cut_servers(cluster)) return false;
  if (has_uplinks(cluster) && cluster.fabric().routing != topologies::Routing::adaptive) return false;
  for (const Unit& unit : units_of(cluster, true))
    if (!fills_evenly(stage, unit)) return false;
  return true;
}

bool transfers_lie_alike(const Cluster& cluster, const Layout& layout) {
  if (!stages_lie_alike(cluster, layout)) return false;
  const std::vector<Unit> units = units_of(cluster, true);
  return std::all_of(units.begin(), units.end(), [&](const Unit& unit) {
    return unit.accelerators > 0 && layout.ranks_of_stage() % unit.accelerators == 0;
  });
}

}  // namespace headroom::models
