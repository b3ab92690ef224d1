// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"
#include "topologies/fabric_shape.hpp"

using namespace headroom;
using namespace headroom::topologies;
using namespace headroom::topologies::examples;

namespace {

BillOfMaterials bill(const ServerDescription& server, int servers, const FabricDescription& description) {
  return Cluster(server, servers, description).bill_of_materials();
}

// Whether every cable ends on two counted ports and no switch has more cables than ports.
bool ports_add_up(const BillOfMaterials& bill) {
  long ends = bill.nics;
  bool within = true;
  for (const SwitchCount& s : bill.switches) {
    ends += s.ports_used;
    within = within && s.count > 0 && s.ports_used > 0 && s.ports_used <= s.count * s.ports;
  }
  long cables = 0;
  for (const CableCount& c : bill.cables) cables += c.count;
  return within && ends == 2 * cables;
}

}  // namespace

TEST_CASE("The bill of a SuperPOD of four scalable units") {
  const BillOfMaterials pod = bill(switched_server(8), 127, fabric(FabricKind::rail_optimised, 64));
  CHECK(pod.accelerators == 1016);
  CHECK(pod.nics == 1016);
  REQUIRE(pod.switches.size() == 2);
  CHECK(pod.switches[0].tier == "leaf");
  CHECK(pod.switches[0].count == 32);
  CHECK(pod.switches[1].tier == "spine");
  CHECK(pod.switches[1].count == 16);
  REQUIRE(pod.cables.size() == 2);
  CHECK(pod.cables[0].count == 1016);
  CHECK(pod.cables[0].length == CableClass::row);
  CHECK(pod.cables[1].count == 1024);
  CHECK(pod.bisection_bytes_per_second == 508 * 50e9);
}

TEST_CASE("A full 3-tier tree has as many cables in every tier, the last ones across the hall") {
  const BillOfMaterials tree = bill(switched_server(1), 1024, fabric(FabricKind::fat_tree_3, 16));
  REQUIRE(tree.cables.size() == 3);
  for (const CableCount& c : tree.cables) CHECK(c.count == 1024);
  CHECK(tree.cables[2].length == CableClass::hall);
  CHECK(tree.bisection_bytes_per_second == 512 * 50e9);
}

TEST_CASE("Oversubscription divides the bisection bandwidth") {
  FabricDescription description = fabric(FabricKind::leaf_spine, 40);
  description.oversubscription = 4;
  CHECK(bill(switched_server(1), 128, description).bisection_bytes_per_second == 64 * 50e9 / 4);
}

TEST_CASE("One server without a fabric needs no cable") {
  const BillOfMaterials alone = bill(switched_server(8), 1, no_fabric());
  CHECK(alone.servers == 1);
  CHECK(alone.nics == 8);
  CHECK(alone.switches.empty());
  CHECK(alone.cables.empty());
  CHECK(alone.bisection_bytes_per_second == 0);
}

TEST_CASE("Ports add up in every design that is accepted") {
  std::mt19937 random(1);
  const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    ServerDescription server = switched_server(1 + below(8));
    server.nics = 1 + below(8);
    const auto kind = static_cast<FabricKind>(1 + below(6));  // all but none
    FabricDescription description = fabric(kind, 2 * (1 + below(32)));
    description.oversubscription = 1 + below(8) / 2.0;
    const int servers = 1 + below(300);
    INFO(to_string(description.kind) << " " << description.switch_ports << " ports, " << servers << " x "
                                     << server.nics << ", oversubscription " << description.oversubscription);
    try {
      const Cluster cluster(server, servers, description);
      ++accepted;
      const FabricShape& shape = cluster.fabric_shape();
      CHECK(ports_add_up(cluster.bill_of_materials()));
      if (shape.leaf_up > 0) CHECK(shape.leaf_down <= description.oversubscription * shape.leaf_up + 1e-9);
    } catch (const Error& refusal) {
      CHECK(refusal.failure() == Failure::bad_input);
    }
  }
  CHECK(accepted > 1000);
}
