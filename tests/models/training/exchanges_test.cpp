// SPDX-License-Identifier: Apache-2.0
// What stages that lie alike are told of each other is what planning each of them says.
#include "models/training/exchanges.hpp"

#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

constexpr double bytes = 3e7;

std::vector<std::vector<int>> groups_of(Exchanges& exchanges, GroupKind kind, int stage) {
  std::vector<std::vector<int>> groups;
  for (std::size_t g = 0; g < exchanges.group_count(kind); ++g)
    groups.push_back(exchanges.group(kind, stage, g));
  return groups;
}

Collective collective_of(GroupKind kind) {
  const bool sends = kind == GroupKind::to_next || kind == GroupKind::to_previous;
  return sends ? Collective::send_receive : Collective::reduce_scatter;
}

// Returns whether the groups have anything to say.
bool check_stage(const topologies::Cluster& cluster, const TrainingJob& job, Exchanges& exchanges,
                 GroupKind kind, int stage) {
  const auto groups = groups_of(exchanges, kind, stage);
  if (groups.front().size() < 2) return false;
  const Collective collective = collective_of(kind);
  const CollectivePlan made = plan_collective(cluster, job.accelerator.architecture, collective, bytes,
                                              groups, 0, job.software.communication);
  const CollectivePlan& told = exchanges.plan(kind, stage, 0, collective, bytes);
  REQUIRE(told.seconds == made.seconds);
  REQUIRE(told.bottleneck == made.bottleneck);
  REQUIRE(told.loads.size() == made.loads.size());
  for (std::size_t i = 0; i < made.loads.size(); ++i) {
    REQUIRE(told.loads[i].link == made.loads[i].link);
    REQUIRE(told.loads[i].bytes_per_byte == made.loads[i].bytes_per_byte);
  }
  REQUIRE(exchanges.time(kind, stage, collective, bytes).seconds == made.seconds);
  return true;
}

}  // namespace

TEST_CASE("Every stage is told its own links and the loads that planning it alone finds") {
  RandomCases cases(17);
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const RandomCase c = cases.next();
    const topologies::Cluster cluster(c.server, c.servers, c.fabric);
    Exchanges exchanges(cluster, c.job, Exchanges::For::one_group);
    CAPTURE(i);
    for (const GroupKind kind : {GroupKind::tensor, GroupKind::data, GroupKind::shard, GroupKind::replicate,
                                 GroupKind::to_next, GroupKind::to_previous}) {
      for (int stage = 0; stage < c.job.layout.pipeline; ++stage)
        if (check_stage(cluster, c.job, exchanges, kind, stage)) ++compared;
    }
  }
  REQUIRE(compared > 1500);
}

TEST_CASE("Groups of a stage have every rank of it once") {
  RandomCases cases(18);
  for (int i = 0; i < 50; ++i) {
    const RandomCase c = cases.next();
    const topologies::Cluster cluster(c.server, c.servers, c.fabric);
    Exchanges exchanges(cluster, c.job, Exchanges::For::each_group);
    const int ranks = c.job.layout.tensor * c.job.layout.data;
    for (const GroupKind kind :
         {GroupKind::tensor, GroupKind::data, GroupKind::shard, GroupKind::replicate}) {
      std::vector<int> all;
      for (const auto& group : groups_of(exchanges, kind, 1 % c.job.layout.pipeline))
        all.insert(all.end(), group.begin(), group.end());
      std::sort(all.begin(), all.end());
      REQUIRE(all.size() == static_cast<std::size_t>(ranks));
      REQUIRE(std::adjacent_find(all.begin(), all.end()) == all.end());
      REQUIRE(all.back() - all.front() == ranks - 1);
    }
  }
}
