// SPDX-License-Identifier: Apache-2.0
// How many switches a fabric has and how their ports are cabled. Every family is a special case of one
// pattern:
//
//   NICs -> leaves -> spines of the leaf's pod -> cores
//
// A leaf has `leaf_down` ports for NICs and `leaf_up` cables, spread evenly over the spines of its pod. Spine
// j of every pod has `spine_up` cables, spread evenly over the cores of group j. One switch or rail-only: no
// spines. Two tiers: one pod, no cores.
#pragma once
#include "topologies/description.hpp"

namespace headroom::topologies {

struct FabricShape {
  FabricKind kind = FabricKind::none;
  int switch_ports = 0;
  int nics = 0;   // of all servers
  int rails = 0;  // > 0: NIC i of every server hangs at a leaf of rail i; 0: NICs fill leaf after leaf
  int leaves = 0;
  int leaf_down = 0;  // NIC ports of each leaf
  int leaf_up = 0;    // uplinks of each leaf
  int pods = 1;
  int leaves_per_pod = 0;
  int spines_per_pod = 0;
  int spine_up = 0;         // uplinks of each spine
  int cores_per_group = 0;  // there are spines_per_pod groups

  [[nodiscard]] int tiers() const {
    return leaves == 0 ? 0 : spines_per_pod == 0 ? 1 : cores_per_group == 0 ? 2 : 3;
  }
  [[nodiscard]] int spines() const { return pods * spines_per_pod; }
  [[nodiscard]] int cores() const { return spines_per_pod * cores_per_group; }
  [[nodiscard]] int switches() const { return leaves + spines() + cores(); }
  [[nodiscard]] long leaf_cables() const { return static_cast<long>(leaves) * leaf_up; }
  [[nodiscard]] long spine_cables() const { return static_cast<long>(spines()) * spine_up; }
  [[nodiscard]] int cables_to_each_spine() const { return leaf_up / spines_per_pod; }   // from one leaf
  [[nodiscard]] int cables_to_each_core() const { return spine_up / cores_per_group; }  // from one spine

  // The leaf port of a NIC, counted over all leaves: leaf = port / leaf_down.
  [[nodiscard]] int port_of(int server, int nic, int nics_per_server) const;
};

// The smallest fabric of this description that holds the servers' NICs. Throws Error(bad_input) where there
// is none.
[[nodiscard]] FabricShape shape_of(const FabricDescription& fabric, int servers, int nics_per_server);

}  // namespace headroom::topologies
