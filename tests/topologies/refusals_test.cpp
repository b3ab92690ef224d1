// SPDX-License-Identifier: Apache-2.0
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"

using namespace headroom;
using namespace headroom::topologies;
using namespace headroom::topologies::examples;

namespace {

// The text of the refusal; empty when the cluster was built.
std::string refusal(const ServerDescription& server, int servers, const FabricDescription& description) {
  try {
    const Cluster cluster(server, servers, description);
  } catch (const Error& error) {
    CHECK(error.failure() == Failure::bad_input);
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

ServerDescription one_nic() {
  ServerDescription server = switched_server(1);
  server.nics = 1;
  return server;
}

}  // namespace

TEST_CASE("Spines with too few ports for the uplinks are refused with the number that works") {
  FabricDescription description = fabric(FabricKind::leaf_spine, 32);
  description.spines = 8;
  CHECK(refusal(one_nic(), 512, description) ==
        "leaf-spine: 512 leaf uplinks (32 leaves x 16) do not fit 8 spines x 32 ports = 256: use 16 spines");
  description.spines = 16;
  CHECK(refusal(one_nic(), 512, description).empty());
}

TEST_CASE("Spines that the uplinks do not divide over are refused") {
  FabricDescription description = fabric(FabricKind::leaf_spine, 32);
  description.spines = 5;
  CHECK(refusal(one_nic(), 128, description) ==
        "leaf-spine: the 16 uplinks of each leaf do not divide evenly over 5 spines: use 4 spines");
  description.kind = FabricKind::fat_tree_3;
  CHECK(refusal(one_nic(), 512, description) ==
        "fat-tree-3: the number of spines (5) can be chosen for two tiers only, not for three");
  description.kind = FabricKind::single_switch;
  CHECK(refusal(one_nic(), 2, description) ==
        "fabric single-switch: has no spines, but spines = 5 was given");
}

TEST_CASE("Too many servers are refused with the fabric or the radix that holds them") {
  CHECK(refusal(switched_server(8), 9, fabric(FabricKind::single_switch, 64)) ==
        "single-switch: 9 servers x 8 NICs = 72 NIC ports do not fit one switch of 64 ports: use leaf-spine, "
        "or a "
        "switch of at least 72 ports");
  CHECK(refusal(one_nic(), 129, fabric(FabricKind::leaf_spine, 16)) ==
        "leaf-spine: 129 servers x 1 NICs = 129 NIC ports need 17 leaves of 8 down and 8 up, but spines of "
        "16 ports "
        "join at most 16 leaves: use fat-tree-3, or switches of at least 18 ports");
  CHECK(refusal(one_nic(), 17, fabric(FabricKind::fat_tree_3, 4)) ==
        "fat-tree-3: 17 servers x 1 NICs = 17 NIC ports need 9 leaves of 2 down and 2 up, but three tiers of "
        "4-port "
        "switches join at most 8 leaves (16 NIC ports): use switches of at least 6 ports");
  CHECK(
      refusal(switched_server(8), 65, fabric(FabricKind::rail_only, 64)) ==
      "rail-only: 65 servers need 65 ports on the switch of each rail, which has 64: use rail-optimised, or "
      "switches of at least 65 ports");
}

TEST_CASE("The radix that a refusal names is the smallest that works") {
  CHECK(refusal(one_nic(), 129, fabric(FabricKind::leaf_spine, 18)).empty());
  CHECK(refusal(one_nic(), 17, fabric(FabricKind::fat_tree_3, 6)).empty());
  CHECK(refusal(switched_server(8), 72, fabric(FabricKind::single_switch, 576)).empty());
}

TEST_CASE("Several servers need NICs and a fabric") {
  CHECK(refusal(switched_server(8), 2, no_fabric()) == "2 servers need a fabric that joins them, found none");
  CHECK(refusal(pcie_server(8), 2, fabric(FabricKind::single_switch, 64)) ==
        "2 servers need NICs to reach each other, but example has none");
  CHECK(refusal(pcie_server(8), 0, no_fabric()) == "a cluster has at least 1 server, found 0");
}

TEST_CASE("A fabric's fields are checked") {
  FabricDescription description = fabric(FabricKind::leaf_spine, 63);
  CHECK(refusal(one_nic(), 2, description) ==
        "fabric leaf-spine: switch_ports must be even to divide into down and up, found 63: use 62 or 64");
  description.switch_ports = 64;
  description.oversubscription = 0.5;
  CHECK(refusal(one_nic(), 2, description) ==
        "fabric leaf-spine: oversubscription must be at least 1, found 0.5");
  description.oversubscription = 1;
  description.link_bytes_per_second = 0;
  CHECK(refusal(one_nic(), 2, description) ==
        "fabric leaf-spine: link_bytes_per_second must be positive, found 0");
}

TEST_CASE("A server's fields are checked") {
  ServerDescription server = switched_server(8);
  server.scale_up_bytes_per_second = 0;
  CHECK(refusal(server, 1, no_fabric()) ==
        "server example: scale_up_bytes_per_second must be positive, found 0");
  server = pcie_server(0);
  CHECK(refusal(server, 1, no_fabric()) == "server example: accelerators must be 1 to 1024, found 0");
  server = pcie_server(2);
  server.socket_bytes_per_second = 0;
  CHECK(refusal(server, 1, no_fabric()) ==
        "server example: socket_bytes_per_second must be positive, found 0");
  server.sockets = 1;
  CHECK(refusal(server, 1, no_fabric()).empty());
  server = dgx1();
  server.mesh_links.push_back({3, 0, 25e9});
  CHECK(refusal(server, 1, no_fabric()) ==
        "server example: mesh link 3-0 is listed twice: give the sum of its bandwidths");
  server.mesh_links.back() = {3, 8, 25e9};
  CHECK(refusal(server, 1, no_fabric()) ==
        "server example: mesh link 3-8 must join two of the accelerators 0 to 7");
}
