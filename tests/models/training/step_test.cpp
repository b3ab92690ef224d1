// SPDX-License-Identifier: Apache-2.0
#include "models/training/step.hpp"

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models {
namespace {

using namespace test;

double step_seconds(const topologies::Cluster& cluster, TrainingJob job) {
  return simulate_step(cluster, job).step_seconds;
}

// Layouts whose stages fill whole servers, so that folding is exact.
struct Case {
  int tensor, pipeline, data, microbatches, zero;
  Schedule schedule;
  int chunks;
};

TrainingJob job_of(const Case& c) {
  TrainingJob job = toy_job(c.tensor, c.pipeline, c.data, c.microbatches);
  job.layout.zero_stage = c.zero;
  job.layout.schedule = c.schedule;
  job.layout.virtual_stages = c.chunks;
  return job;
}

constexpr Schedule one = Schedule::one_forward_one_backward;

}  // namespace

TEST_CASE("Folded and unfolded steps take the same time to the tick") {
  const Case c =
      GENERATE(Case{1, 1, 8, 1, 0, one, 1}, Case{1, 1, 16, 2, 0, one, 1}, Case{8, 1, 2, 2, 1, one, 1},
               Case{8, 2, 1, 4, 0, one, 1}, Case{4, 2, 4, 4, 1, one, 1}, Case{1, 1, 16, 1, 3, one, 1},
               Case{8, 2, 2, 4, 1, Schedule::interleaved, 2}, Case{8, 4, 1, 4, 0, Schedule::gpipe, 1},
               Case{2, 1, 32, 1, 2, one, 1});
  CAPTURE(c.tensor, c.pipeline, c.data, c.zero);
  TrainingJob job = job_of(c);
  const topologies::Cluster cluster = toy_cluster(job.layout.accelerators() / 8);
  const TrainingStep folded = simulate_step(cluster, job);
  job.fold = false;
  const TrainingStep unfolded = simulate_step(cluster, job);
  REQUIRE(folded.timeline->makespan == unfolded.timeline->makespan);
  REQUIRE(folded.breakdown.compute == Approx(unfolded.breakdown.compute));
}

TEST_CASE("The breakdown sums to the step") {
  const Case c = GENERATE(Case{1, 1, 8, 2, 0, one, 1}, Case{8, 2, 2, 4, 1, one, 1},
                          Case{1, 1, 8, 1, 3, one, 1}, Case{8, 2, 2, 8, 1, Schedule::interleaved, 2});
  TrainingJob job = job_of(c);
  job.fidelity = GENERATE(Fidelity::analytic, Fidelity::fluid);
  const TrainingStep step = simulate_step(toy_cluster(job.layout.accelerators() / 8), job);
  REQUIRE(step.breakdown.sum() == Approx(step.step_seconds).epsilon(1e-9));
  REQUIRE(step.breakdown.compute > 0);
  REQUIRE(step.mfu > 0.05);
  REQUIRE(step.mfu < 1);
}

TEST_CASE("Without contention the closed form and the simulation agree within 0.1 %") {
  // One rank; tensor parallelism alone; even pipelines without transfers that matter.
  const Case c = GENERATE(Case{1, 1, 1, 4, 0, one, 1}, Case{8, 1, 1, 4, 0, one, 1});
  TrainingJob job = job_of(c);
  const topologies::Cluster cluster = toy_cluster(1, job.layout.accelerators());
  const double fluid = step_seconds(cluster, job);
  job.fidelity = Fidelity::analytic;
  REQUIRE(step_seconds(cluster, job) == Approx(fluid).epsilon(1e-3));
}

TEST_CASE("The bubble of equal stages is (p - 1)/(m + p - 1) of the step") {
  // Fixed global batch: p = 8, m = 8 gives 46.7 %, m = 16 gives 30.4 % (forward and backward passes only).
  TransformerShape shape = toy_shape();
  shape.vocabulary = 128;  // embedding and head weigh nothing, so that stages are equal
  for (const auto& [m, bubble] : {std::pair{8, 7.0 / 15}, std::pair{16, 7.0 / 23}}) {
    TrainingJob job = toy_job(1, 8, 1, m);
    job.network = make_transformer(shape);
    const TrainingStep step = simulate_step(toy_cluster(1), job);
    const double passes = step.step_seconds - step.breakdown.optimiser;
    REQUIRE(step.breakdown.bubble / passes == Approx(bubble).margin(0.03));
  }
}

TEST_CASE("More bandwidth, faster arithmetic and faster memory never make a step slower") {
  const Case c =
      GENERATE(Case{1, 1, 16, 1, 0, one, 1}, Case{8, 2, 2, 4, 1, one, 1}, Case{1, 1, 16, 1, 3, one, 1});
  const TrainingJob job = job_of(c);
  const int servers = job.layout.accelerators() / 8;
  const double before = step_seconds(toy_cluster(servers), job);
  topologies::ServerDescription server = toy_server();
  topologies::FabricDescription fabric = toy_fabric();
  SECTION("NIC and fabric") {
    server.nic_bytes_per_second *= 2;
    fabric.link_bytes_per_second *= 2;
    REQUIRE(step_seconds({server, servers, fabric}, job) <= before);
  }
  SECTION("scale-up") {
    server.scale_up_bytes_per_second *= 2;
    REQUIRE(step_seconds({server, servers, fabric}, job) <= before);
  }
  SECTION("device") {
    TrainingJob faster = job;
    faster.accelerator.memory_bytes_per_second *= 2;
    REQUIRE(step_seconds(toy_cluster(servers), faster) <= before);
  }
}

TEST_CASE("Overlapping gradient reduction never loses against reducing at the end") {
  TrainingJob job = toy_job(1, 1, 16, 1);
  const double overlapped = step_seconds(toy_cluster(2), job);
  job.software.overlap_data_parallel = false;
  REQUIRE(overlapped <= step_seconds(toy_cluster(2), job));
}

TEST_CASE("A layout that does not fit gets no time") {
  TrainingJob job = toy_job(1, 1, 8, 1);
  job.accelerator.memory_bytes = 1e9;
  const TrainingStep step = simulate_step(toy_cluster(1), job);
  REQUIRE_FALSE(step.fits);
  REQUIRE(step.step_seconds == 0);
  REQUIRE(step.memory.total_bytes > 1e9);
}

TEST_CASE("Slow storage makes the step wait for input, and the breakdown says so") {
  TrainingJob job = toy_job(1, 1, 8, 1);
  const double before = step_seconds(toy_cluster(1), job);
  job.input.decode_samples_per_second = job.layout.global_batch / (3 * before);
  const TrainingStep step = simulate_step(toy_cluster(1), job);
  REQUIRE(step.step_seconds == Approx(3 * before));
  REQUIRE(step.breakdown.input == Approx(2 * before));
}

TEST_CASE("The same job gives the same timeline") {
  const TrainingJob job = toy_job(4, 2, 2, 4);
  const topologies::Cluster cluster = toy_cluster(2);
  REQUIRE(simulate_step(cluster, job).timeline->fingerprint() ==
          simulate_step(cluster, job).timeline->fingerprint());
}

TEST_CASE("Message fidelity agrees with fluid where nothing contends") {
  TrainingJob job = toy_job(8, 1, 1, 2);
  const topologies::Cluster cluster = toy_cluster(1);
  const double fluid = step_seconds(cluster, job);
  job.fidelity = Fidelity::message;
  REQUIRE(step_seconds(cluster, job) == Approx(fluid).epsilon(1e-3));
}

}  // namespace headroom::models
