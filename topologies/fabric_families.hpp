// SPDX-License-Identifier: Apache-2.0
// The families of fabrics, one file each, and what they share. Only fabric_shape.cpp calls them.
#pragma once
#include <string>

#include "topologies/fabric_shape.hpp"

namespace headroom::topologies {

// What has to be plugged in.
struct Cabling {
  int servers, nics_per_server;
  bool by_rail;  // a leaf holds NICs of one rail only
  [[nodiscard]] long nics() const { return static_cast<long>(servers) * nics_per_server; }
  [[nodiscard]] long leaves(int leaf_down) const;
  [[nodiscard]] std::string text() const;  // "16 servers x 8 NICs = 128 NIC ports"
};

// How a leaf's ports are divided.
struct LeafPorts {
  int down, up;
};
// With at most this many uplinks, as many ports down as the oversubscription and the radix allow.
[[nodiscard]] LeafPorts leaf_ports(const FabricDescription& fabric, int up);
// Most uplinks that leave the oversubscription (k / 2 without): the usual division.
[[nodiscard]] LeafPorts usual_leaf_ports(const FabricDescription& fabric);

// Leaves that a tree of this radix can join: each spine of two tiers, each core of three, has a port for each
// branch.
[[nodiscard]] long most_leaves(int switch_ports, int tiers);
// The smallest even radix of which `tiers` tiers hold the cabling.
[[nodiscard]] int radix_for(FabricDescription fabric, const Cabling& cabling, int tiers);

// The smallest divisor d of n with n / d <= limit.
[[nodiscard]] int smallest_divisor(int n, long limit);

[[nodiscard]] FabricShape single_switch(const FabricDescription& fabric, const Cabling& cabling);
[[nodiscard]] FabricShape two_tiers(const FabricDescription& fabric, const Cabling& cabling);
[[nodiscard]] FabricShape three_tiers(const FabricDescription& fabric, const Cabling& cabling);
[[nodiscard]] FabricShape rail_optimised(const FabricDescription& fabric, const Cabling& cabling);
[[nodiscard]] FabricShape rail_only(const FabricDescription& fabric, const Cabling& cabling);

}  // namespace headroom::topologies
