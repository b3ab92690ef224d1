// SPDX-License-Identifier: Apache-2.0
#include "topologies/fabric_families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::topologies {
namespace {

// So that 40 / (1 + 7/3) counts as 12 uplinks although it is 11.999... in binary.
constexpr double rounding_slack = 1e-9;

int floor_of(double x) {
  return static_cast<int>(std::floor(x + rounding_slack));
}

}  // namespace

long Cabling::leaves(int leaf_down) const {
  const auto ceil_div = [leaf_down](long n) { return (n + leaf_down - 1) / leaf_down; };
  return by_rail ? nics_per_server * ceil_div(servers) : ceil_div(nics());
}

std::string Cabling::text() const {
  return fmt::format("{} servers x {} NICs = {} NIC ports", servers, nics_per_server, nics());
}

LeafPorts leaf_ports(const FabricDescription& fabric, int up) {
  const int left = fabric.switch_ports - up;
  return {fabric.oversubscription * up > left ? left : floor_of(fabric.oversubscription * up), up};
}

LeafPorts usual_leaf_ports(const FabricDescription& fabric) {
  const int up = floor_of(fabric.switch_ports / (1 + fabric.oversubscription));
  return leaf_ports(fabric, std::max(up, 1));
}

long most_leaves(int switch_ports, int tiers) {
  const long ports = switch_ports;
  return tiers == 2 ? ports : ports * (ports / 2);
}

int radix_for(FabricDescription fabric, const Cabling& cabling, int tiers) {
  while (cabling.leaves(usual_leaf_ports(fabric).down) > most_leaves(fabric.switch_ports, tiers)) {
    fabric.switch_ports += 2;
  }
  return fabric.switch_ports;
}

int smallest_divisor(int n, long limit) {
  for (int d = 1; d < n; ++d) {
    if (n % d == 0 && n / d <= limit) return d;
  }
  return n;
}

}  // namespace headroom::topologies
