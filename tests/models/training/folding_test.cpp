// SPDX-License-Identifier: Apache-2.0
#include "models/training/folding.hpp"

#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

namespace headroom::models {
namespace {

using namespace test;

topologies::FabricDescription leaf_spine(topologies::Routing routing) {
  topologies::FabricDescription f = toy_fabric();
  f.kind = topologies::FabricKind::leaf_spine;
  f.switch_ports = 32;
  f.routing = routing;
  return f;
}

std::string why(const topologies::Cluster& cluster, int tensor, int pipeline, int data) {
  return why_folding_is_not_exact(cluster, toy_job(tensor, pipeline, data, 8).layout);
}

}  // namespace

TEST_CASE("Where folding is called exact, folded and unfolded steps agree to the tick") {
  constexpr int wanted = 150;
  RandomCases cases(GENERATE(1U, 2U));
  int exact = 0;
  for (int i = 0; i < wanted; ++i) {
    RandomCase c = cases.next();
    const topologies::Cluster cluster(c.server, c.servers, c.fabric);
    c.job.unfold_up_to_ranks = 0;
    const TrainingStep folded = simulate_step(cluster, c.job);
    if (!folded.folding_note.empty() || !why_folding_is_not_exact(cluster, c.job.layout).empty()) continue;
    ++exact;
    c.job.fold = false;
    CAPTURE(i, c.servers, c.server.accelerators, c.job.layout.tensor, c.job.layout.pipeline,
            c.job.layout.data);
    REQUIRE(folded.timeline->makespan == simulate_step(cluster, c.job).timeline->makespan);
  }
  REQUIRE(exact > wanted / 4);
}

TEST_CASE("Small jobs are simulated rank by rank where folding is not exact, large ones say why") {
  // Servers of eight, stages of six: some ranks find the next stage in their own server, some do not.
  const topologies::Cluster cluster = toy_cluster(3);
  TrainingJob job = toy_job(2, 4, 3, 4);
  const TrainingStep automatic = simulate_step(cluster, job);
  REQUIRE(automatic.folding_note.empty());
  job.unfold_up_to_ranks = 23;
  const TrainingStep folded = simulate_step(cluster, job);
  REQUIRE(folded.folding_note == "stages of 6 ranks do not fill servers of 8 accelerators evenly");
  REQUIRE(folded.timeline->makespan != automatic.timeline->makespan);
  job.fold = false;
  REQUIRE(simulate_step(cluster, job).timeline->makespan == automatic.timeline->makespan);
}

TEST_CASE("Where a leaf cannot block, large jobs are not told that their stages lie under leaves unevenly") {
  // Leaves of two servers, stages of three.
  topologies::FabricDescription fabric = leaf_spine(topologies::Routing::adaptive);
  TrainingJob job = toy_job(8, 2, 3, 4);
  job.unfold_up_to_ranks = 0;
  REQUIRE(simulate_step({toy_server(), 6, fabric}, job).folding_note.empty());
  fabric.oversubscription = 2;
  REQUIRE_FALSE(simulate_step({toy_server(), 6, fabric}, job).folding_note.empty());
}

TEST_CASE("Folding is exact where ranks, servers and stages are alike") {
  REQUIRE(why(toy_cluster(2), 8, 2, 1).empty());
  REQUIRE(why(toy_cluster(2), 2, 2, 4).empty());
  // Four stages in one server.
  REQUIRE(why(toy_cluster(1), 2, 4, 1).empty());
  // One rank a stage, and one group of all: on any server, whatever the routing.
  const topologies::Cluster hashed(toy_server(6), 3, leaf_spine(topologies::Routing::hash));
  REQUIRE(why(hashed, 1, 18, 1).empty());
  REQUIRE(why(hashed, 1, 1, 18).empty());
}

TEST_CASE("Folding is not exact where something breaks the symmetry") {
  SECTION("groups that cut servers") {
    REQUIRE(why(toy_cluster(3), 3, 1, 8) ==
            "tensor-parallel groups of 3 ranks do not fill servers of 8 accelerators evenly");
  }
  SECTION("stages that cut the servers under a leaf: 16 NIC ports, 2 servers") {
    const topologies::Cluster cluster(toy_server(), 6, leaf_spine(topologies::Routing::adaptive));
    REQUIRE(why(cluster, 8, 2, 3) == "stages of 24 ranks do not fill leaves of 16 accelerators evenly");
    REQUIRE(why(cluster, 8, 3, 2).empty());
  }
  SECTION("flows that are pinned to uplinks") {
    const topologies::Cluster cluster(toy_server(), 4, leaf_spine(topologies::Routing::hash));
    REQUIRE(why(cluster, 8, 1, 4) ==
            "hash routing pins flows to uplinks, so that groups collide differently");
  }
  SECTION("one NIC under the switch of two accelerators") {
    topologies::ServerDescription server = toy_server();
    server.nics = 1;
    REQUIRE(why({server, 2, toy_fabric()}, 8, 1, 2) ==
            "the accelerators of a server do not all reach each other alike");
  }
  SECTION("bridges between pairs") {
    topologies::ServerDescription server = toy_server();
    server.scale_up = topologies::ScaleUp::bridged_pairs;
    REQUIRE_FALSE(why({server, 1, {}}, 4, 2, 1).empty());
  }
}

}  // namespace headroom::models
