// SPDX-License-Identifier: Apache-2.0
// Slow accelerators: what the rest of the job waits for.
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

namespace headroom::models {
namespace {

using namespace test;

TrainingStep step_with(TrainingJob job, std::vector<int> ranks, double speed) {
  job.slow = {std::move(ranks), speed};
  return simulate_step(toy_cluster((job.layout.accelerators() + 7) / 8), job);
}

std::vector<int> first_ranks(int count) {
  std::vector<int> ranks;
  for (int i = 0; i < count; ++i) ranks.push_back(i);
  return ranks;
}

// Kernels and their memory are all that takes time: nothing is sent, no host is waited for.
TrainingJob lone_job() {
  TrainingJob job = toy_job(1, 1, 8, 2);
  job.software.communication.ideal = true;
  job.software.profile.host_seconds_per_kernel = 0;
  return job;
}

}  // namespace

TEST_CASE("Accelerators at full speed are not slow: the step is the same to the tick, and folds") {
  RandomCases cases(11);
  for (int i = 0; i < 30; ++i) {
    const RandomCase c = cases.next();
    const topologies::Cluster cluster(c.server, c.servers, c.fabric);
    const std::uint64_t before = simulate_step(cluster, c.job).timeline->fingerprint();
    TrainingJob job = c.job;
    job.slow = {first_ranks(c.job.layout.accelerators()), 1};
    CHECK(simulate_step(cluster, job).timeline->fingerprint() == before);
  }
}

TEST_CASE("All accelerators at half speed compute and optimise twice as long") {
  const TrainingJob job = lone_job();
  const TrainingStep all = step_with(job, {}, 1), half = step_with(job, first_ranks(8), 0.5);
  CHECK(half.breakdown.compute == Approx(2 * all.breakdown.compute).epsilon(1e-9));
  CHECK(half.breakdown.optimiser == Approx(2 * all.breakdown.optimiser).epsilon(1e-9));
}

TEST_CASE("Where launches bound the step, a device that is slower by less than it waits changes nothing") {
  TrainingJob job = lone_job();
  job.layout.data = 1;
  job.layout.global_batch = 1;
  job.software.profile.host_seconds_per_kernel = 0.1;
  const topologies::Cluster cluster = toy_cluster(1, 1);
  const TrainingStep before = simulate_step(cluster, job);
  job.slow = {{0}, 0.5};
  const TrainingStep after = simulate_step(cluster, job);
  CHECK(after.step_seconds - after.breakdown.optimiser ==
        Approx(before.step_seconds - before.breakdown.optimiser).epsilon(1e-9));
  CHECK(after.breakdown.compute == Approx(2 * before.breakdown.compute).epsilon(1e-9));
}

TEST_CASE("One slow accelerator makes its tensor-parallel group wait, piece by piece") {
  const TrainingJob job = toy_job(8, 1, 1, 2);
  CHECK(step_with(job, {3}, 0.7).timeline->makespan ==
        step_with(job, first_ranks(8), 0.7).timeline->makespan);
}

TEST_CASE("Data-parallel replicas wait for the slowest, and one is as bad as all") {
  TrainingJob job = toy_job(1, 1, 16, 4);
  job.software.overlap_data_parallel = false;
  const TrainingStep all = step_with(job, {}, 1), one = step_with(job, {5}, 0.5);
  CHECK(one.breakdown.compute == Approx(2 * all.breakdown.compute).epsilon(0.01));
  CHECK(one.step_seconds == Approx(step_with(job, first_ranks(16), 0.5).step_seconds).epsilon(1e-6));
}

TEST_CASE("A slow accelerator costs no more than its own kernels take longer, and no less than it works") {
  // A path through the step meets each kernel of the slow rank once at most.
  const auto [tensor, pipeline, data] = GENERATE(table<int, int, int>({{2, 4, 2}, {4, 2, 4}, {1, 8, 2}}));
  const TrainingJob job = toy_job(tensor, pipeline, data, 8);
  const TrainingStep before = step_with(job, {}, 1);
  for (const int rank : {0, 3, 7, 15}) {
    const TrainingStep after = step_with(job, {rank}, 0.5);
    CHECK(after.step_seconds > before.step_seconds);
    CHECK(after.step_seconds >= after.breakdown.compute + after.breakdown.exposed_tensor);
    const double own = after.breakdown.compute + after.breakdown.optimiser + after.breakdown.host;
    CHECK(after.step_seconds <= before.step_seconds + own / 2 * 1.001);
  }
}

TEST_CASE("The faster the slow accelerator, the shorter the step") {
  // Up to a few percent: who arrives first shares with whom changes with the speed (monotony_test.cpp).
  constexpr double order_of_arrival = 0.05;
  RandomCases cases(12);
  for (int i = 0; i < 20; ++i) {
    const RandomCase c = cases.next();
    TrainingJob job = c.job;
    double before = 0;
    for (const double speed : {1.0, 0.9, 0.7, 0.4, 0.1}) {
      job.slow = {{c.job.layout.accelerators() / 2}, speed};
      const double after = simulate_step({c.server, c.servers, c.fabric}, job).step_seconds;
      CAPTURE(i, speed);
      CHECK(after >= before * (1 - order_of_arrival));
      before = after;
    }
    job.slow.speed = 1;
    CHECK(before > simulate_step({c.server, c.servers, c.fabric}, job).step_seconds);
  }
}

TEST_CASE(
    "Nothing stands for others where some are slow: small jobs unfold, large and analytic ones refuse") {
  TrainingJob job = toy_job(2, 2, 4, 4);
  const std::uint64_t automatic = step_with(job, {5}, 0.8).timeline->fingerprint();
  job.fold = false;
  CHECK(step_with(job, {5}, 0.8).timeline->fingerprint() == automatic);
  job.fold = true;
  job.unfold_up_to_ranks = 15;
  CHECK_THROWS_WITH(step_with(job, {5}, 0.8),
                    Catch::Matchers::Contains("16 are many") && Catch::Matchers::Contains("fold = false"));
  job.fold = false;
  CHECK(step_with(job, {5}, 0.8).timeline->fingerprint() == automatic);
  job.fidelity = Fidelity::analytic;
  CHECK_THROWS_WITH(step_with(job, {5}, 0.8), Catch::Matchers::Contains("found analytic"));
}

}  // namespace headroom::models
