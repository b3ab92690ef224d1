// SPDX-License-Identifier: Apache-2.0
#include "topologies/fabric_shape.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"

using namespace headroom::topologies;
using namespace headroom::topologies::examples;

TEST_CASE("A full 3-tier fat tree of radix k has 5k^2/4 switches for k^3/4 hosts") {
  const int k = GENERATE(2, 4, 6, 16, 48);
  const FabricShape shape = shape_of(fabric(FabricKind::fat_tree_3, k), k * k * k / 4, 1);
  if (k > 2) CHECK(shape.tiers() == 3);
  CHECK(shape.switches() == 5 * k * k / 4);
  CHECK(shape.leaves == k * k / 2);
  CHECK(shape.spines() == k * k / 2);
  CHECK(shape.cores() == k * k / 4);
}

TEST_CASE("48-port switches carry 27,648 hosts with 2,880 switches") {
  const FabricShape shape = shape_of(fabric(FabricKind::fat_tree_3, 48), 27648, 1);
  CHECK(shape.switches() == 2880);
}

TEST_CASE("A full 2-tier fat tree of radix k has k leaves and k/2 spines for k^2/2 hosts") {
  const int k = GENERATE(2, 4, 10, 32, 64);
  const FabricShape shape = shape_of(fabric(FabricKind::fat_tree_2, k), k * k / 2, 1);
  CHECK(shape.leaves == k);
  CHECK(shape.spines() == k / 2);
  CHECK(shape.cores() == 0);
}

// NVIDIA DGX SuperPOD reference architecture, DGX H100, compute fabric node counts: scalable units, nodes,
// leaves, spines.
TEST_CASE("Rail-optimised fabrics have the switch counts of the DGX SuperPOD") {
  const auto counts = [](int servers) {
    const FabricShape shape = shape_of(fabric(FabricKind::rail_optimised, 64), servers, 8);
    return std::pair{shape.leaves, shape.spines()};
  };
  CHECK(counts(31) == std::pair{8, 4});
  CHECK(counts(63) == std::pair{16, 8});
  CHECK(counts(95) == std::pair{24, 16});
  CHECK(counts(127) == std::pair{32, 16});
}

TEST_CASE("Only as many switches are built as needed") {
  CHECK(shape_of(fabric(FabricKind::leaf_spine, 64), 4, 8).switches() == 1);
  CHECK(shape_of(fabric(FabricKind::leaf_spine, 64), 8, 8).switches() == 3);
  CHECK(shape_of(fabric(FabricKind::fat_tree_3, 64), 8, 8).switches() == 3);
  const FabricShape large = shape_of(fabric(FabricKind::fat_tree_3, 64), 2048, 8);
  CHECK(large.pods == 16);
  CHECK(large.switches() == 512 + 512 + 256);  // 5 N / k of a non-blocking tree
}

TEST_CASE("Leaves are divided by the oversubscription asked for, and never beyond it") {
  FabricDescription description = fabric(FabricKind::leaf_spine, 40);
  description.oversubscription = 4;
  const FabricShape four = shape_of(description, 128, 1);
  CHECK(four.leaf_down == 32);
  CHECK(four.leaf_up == 8);
  CHECK(four.leaves == 4);
  CHECK(four.spines() == 1);
  description.oversubscription = 7.0 / 3.0;
  CHECK(shape_of(description, 128, 1).leaf_down == 28);
  CHECK(shape_of(description, 128, 1).leaf_up == 12);
}

TEST_CASE("Where several divisions of the leaves' ports need as few switches, half of them go up") {
  const FabricShape shape = shape_of(fabric(FabricKind::leaf_spine, 64), 40, 1);
  CHECK(shape.switches() == 3);  // 20 down and 20 up would do with 3 as well
  CHECK(shape.leaf_down == 32);
  CHECK(shape.leaf_up == 32);
}

TEST_CASE("A prime number of uplinks does not multiply the spines") {
  FabricDescription description = fabric(FabricKind::leaf_spine, 40);
  description.oversubscription = 2;  // 26 down and 13 up, which only 1 or 13 spines could share evenly
  const FabricShape shape = shape_of(description, 104, 1);
  CHECK(shape.leaf_up < 13);
  CHECK(shape.switches() == 7);
  CHECK(shape.leaf_down <= 2 * shape.leaf_up);
}

TEST_CASE("NIC i of every server is plugged in at a leaf of rail i") {
  const FabricShape shape = shape_of(fabric(FabricKind::rail_optimised, 8), 9, 4);
  for (int server = 0; server < 9; ++server) {
    for (int nic = 0; nic < 4; ++nic) CHECK(shape.port_of(server, nic, 4) / shape.leaf_down % 4 == nic);
  }
}

TEST_CASE("No two NICs share a leaf port") {
  const FabricKind kind = GENERATE(FabricKind::leaf_spine, FabricKind::fat_tree_3, FabricKind::rail_optimised,
                                   FabricKind::rail_only, FabricKind::single_switch);
  const bool three_tiers = kind == FabricKind::fat_tree_3 || kind == FabricKind::rail_optimised;
  const FabricShape shape = shape_of(fabric(kind, three_tiers ? 8 : 64), 9, 4);
  std::vector<int> uses(static_cast<std::size_t>(shape.leaves * shape.leaf_down), 0);
  for (int server = 0; server < 9; ++server) {
    for (int nic = 0; nic < 4; ++nic) ++uses.at(static_cast<std::size_t>(shape.port_of(server, nic, 4)));
  }
  CHECK(*std::max_element(uses.begin(), uses.end()) == 1);
}
