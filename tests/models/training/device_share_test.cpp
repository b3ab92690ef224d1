// SPDX-License-Identifier: Apache-2.0
#include "models/training/device_share.hpp"

#include <numeric>

#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models {
namespace {

using namespace test;

// Share of the multiprocessors while a large all-gather of `count` ranks, `step` apart, runs.
double share(const topologies::Cluster& cluster, int count, int step) {
  std::vector<int> group;
  for (int i = 0; i < count; ++i) group.push_back(i * step);
  const std::vector<std::vector<int>> groups{group};
  const CollectivePlan plan = plan_collective(cluster, "Ampere", Collective::all_gather, 1e9, groups, 0);
  const double rate = plan.bytes / (plan.seconds - plan.latency_seconds);
  return rate *
         multiprocessor_share_per_rate(plan.collective, plan.channels, group, cluster, toy_accelerator());
}

}  // namespace

TEST_CASE("Communication kernels take a tenth to a fifth of the device, and little where one NIC is all") {
  const topologies::Cluster cluster = toy_cluster(4);
  CHECK(share(cluster, 8, 1) > 0.1);
  CHECK(share(cluster, 8, 1) < 0.24);  // 24 channels on 108 multiprocessors, were the links full
  CHECK(share(cluster, 32, 1) > 0.1);
  CHECK(share(cluster, 32, 1) < 0.24);
  CHECK(share(cluster, 4, 8) < 0.03);  // a NIC's eighth of the channels
}

TEST_CASE("Kernels beside communication are slower by what it takes, and no more") {
  TrainingJob job = toy_job(1, 1, 8, 1);
  job.layout.zero_stage = 3;
  job.accelerator.peak_flops[static_cast<std::size_t>(Precision::bf16)] = 30e12;  // compute hides everything
  const topologies::Cluster cluster = toy_cluster(1);
  const double with = simulate_step(cluster, job).breakdown.exposed_data;
  job.accelerator.multiprocessors = 0;  // nothing is taken
  const double without = simulate_step(cluster, job).breakdown.exposed_data;
  const double communication = 3 * 2 * job.network->parameters() / 240e9;  // two gathers and a reduction
  REQUIRE(with - without > 0.05 * communication);
  REQUIRE(with - without < 0.24 * communication);
}

}  // namespace headroom::models
