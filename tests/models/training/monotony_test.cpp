// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

namespace headroom::models {
namespace {

using namespace test;

void faster_arithmetic(RandomCase& c) {
  for (auto& peak : c.job.accelerator.peak_flops)
    if (peak) *peak *= 1.5;
}
void faster_memory(RandomCase& c) {
  c.job.accelerator.memory_bytes_per_second *= 1.5;
}
void faster_network(RandomCase& c) {
  c.server.nic_bytes_per_second *= 1.5;
  c.fabric.link_bytes_per_second *= 1.5;
}
void faster_scale_up(RandomCase& c) {
  c.server.scale_up_bytes_per_second *= 1.5;
}
void faster_host(RandomCase& c) {
  c.server.pcie_bytes_per_second *= 1.5;
  c.server.socket_bytes_per_second *= 1.5;
  c.server.host_memory_bytes_per_second *= 1.5;
  c.job.software.profile.host_seconds_per_kernel /= 1.5;
}

double seconds(const RandomCase& c, Fidelity fidelity) {
  TrainingJob job = c.job;
  job.fidelity = fidelity;
  return simulate_step({c.server, c.servers, c.fabric}, job).step_seconds;
}

}  // namespace

TEST_CASE("A faster part never makes a step slower") {
  // Up to a few percent: who arrives first shares with whom changes with every speed (as on real machines),
  // so that something faster can delay what the rest waits for.
  constexpr int count = 40, changes = 5;
  constexpr double order_of_arrival = 0.05;
  RandomCases cases(5);
  int slower = 0;
  for (int i = 0; i < count; ++i) {
    const RandomCase c = cases.next();
    const double analytic = seconds(c, Fidelity::analytic), fluid = seconds(c, Fidelity::fluid);
    for (const auto change :
         {faster_arithmetic, faster_memory, faster_network, faster_scale_up, faster_host}) {
      RandomCase faster = c;
      change(faster);
      CAPTURE(i);
      REQUIRE(seconds(faster, Fidelity::analytic) <= analytic * (1 + order_of_arrival / 5));
      const double after = seconds(faster, Fidelity::fluid);
      REQUIRE(after <= fluid * (1 + order_of_arrival));
      if (after > fluid * (1 + 1e-9)) ++slower;
    }
  }
  REQUIRE(slower < count * changes / 20);
}

TEST_CASE("More microbatches of the same size raise the share of the peak that a pipeline reaches") {
  const Fidelity fidelity = GENERATE(Fidelity::analytic, Fidelity::fluid);
  const Schedule schedule =
      GENERATE(Schedule::gpipe, Schedule::one_forward_one_backward, Schedule::interleaved);
  double before = 0;
  for (const int microbatches : {4, 8, 16, 32}) {
    TrainingJob job = toy_job(1, 4, 2, microbatches);
    job.fidelity = fidelity;
    job.layout.schedule = schedule;
    job.layout.virtual_stages = schedule == Schedule::interleaved ? 2 : 1;
    const double mfu = simulate_step(toy_cluster(1), job).mfu;
    REQUIRE(mfu > before);
    before = mfu;
  }
}

TEST_CASE("A fixed batch in more and smaller microbatches idles less") {
  double before = 1;
  for (const double microbatch : {4, 2, 1}) {
    TrainingJob job = toy_job(1, 4, 1, 1);
    job.layout.global_batch = 32;
    job.layout.microbatch = microbatch;
    const TrainingStep step = simulate_step(toy_cluster(1, 4), job);
    REQUIRE(step.breakdown.bubble / step.step_seconds < before);
    before = step.breakdown.bubble / step.step_seconds;
  }
}

TEST_CASE("Splitting more states never takes more memory, and more data-parallel ranks split them finer") {
  double before = 1e30;
  for (const int zero : {0, 1, 2, 3}) {
    TrainingJob job = toy_job(2, 1, 8, 2);
    job.layout.zero_stage = zero;
    const double bytes = simulate_step(toy_cluster(2), job).memory.total_bytes;
    REQUIRE(bytes < before);
    before = bytes;
    if (zero == 0) continue;
    job.layout.shard_group = 4;
    REQUIRE(simulate_step(toy_cluster(2), job).memory.total_bytes > bytes);
  }
}

}  // namespace headroom::models
