// SPDX-License-Identifier: Apache-2.0
// Every message as its own flow against every collective as one: the same time where nothing contends.
#include <array>

#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models {
namespace {

using namespace test;

TrainingJob job_of(const std::array<int, 3>& widths) {
  TrainingJob job = toy_job(widths[0], widths[1], widths[2], 4);
  TransformerShape shape = toy_shape();
  shape.heads = shape.kv_heads = 48;
  shape.head_dim = 64;
  shape.hidden = 48 * 64;
  shape.ffn = 4 * shape.hidden;
  shape.sequence = 1536;
  job.network = make_transformer(shape);
  job.accelerator.memory_bytes = 1e12;
  job.fold = false;
  return job;
}

// Servers of one accelerator have no scale-up links: all goes over the network.
topologies::Cluster cluster_of(int accelerators, int per_server) {
  topologies::ServerDescription server = toy_server(per_server);
  if (per_server == 1) server.scale_up = topologies::ScaleUp::none;
  return {server, accelerators / per_server, toy_fabric()};
}

void require_agreement(TrainingJob job, int per_server) {
  const topologies::Cluster cluster = cluster_of(job.layout.accelerators(), per_server);
  const double fluid = simulate_step(cluster, job).step_seconds;
  job.fidelity = Fidelity::message;
  const TrainingStep step = simulate_step(cluster, job);
  REQUIRE(step.step_seconds == Approx(fluid).epsilon(0.01));
  REQUIRE(step.breakdown.sum() == Approx(step.step_seconds).epsilon(1e-9));
}

}  // namespace

TEST_CASE("Tensor parallelism of any width, inside servers and across, agrees with its messages") {
  const int tensor = GENERATE(2, 3, 4, 6, 8, 12, 16, 24);
  const int per_server = GENERATE(1, 4, 8);
  if (tensor % per_server != 0) return;
  TrainingJob job = job_of({tensor, 1, 1});
  job.layout.sequence_parallel = GENERATE(false, true);
  CAPTURE(tensor, per_server, job.layout.sequence_parallel);
  require_agreement(job, per_server);
}

TEST_CASE("Data parallelism with every ZeRO stage agrees with its messages") {
  const int data = GENERATE(2, 3, 8, 24);
  const int per_server = GENERATE(1, 4, 8);
  if (data % per_server != 0) return;
  TrainingJob job = job_of({1, 1, data});
  job.software.overlap_data_parallel = false;
  job.layout.zero_stage = GENERATE(0, 1, 2, 3);
  CAPTURE(data, per_server, job.layout.zero_stage);
  require_agreement(job, per_server);
}

TEST_CASE("Pipelines agree with their messages") {
  require_agreement(job_of(GENERATE(std::array{1, 4, 1}, std::array{1, 8, 1}, std::array{8, 2, 1})),
                    GENERATE(1, 4));
}

TEST_CASE("Every mixture of widths comes to an end message by message") {
  const std::array widths =
      GENERATE(std::array{2, 1, 8}, std::array{2, 4, 2}, std::array{3, 2, 4}, std::array{12, 1, 2});
  const int per_server = GENERATE(1, 4, 8);
  const int zero = GENERATE(0, 1, 2, 3);
  TrainingJob job = job_of(widths);
  job.fidelity = Fidelity::message;
  job.layout.zero_stage = zero;
  CAPTURE(widths, per_server, zero);
  const TrainingStep step = simulate_step(cluster_of(job.layout.accelerators(), per_server), job);
  REQUIRE(step.step_seconds > 0);
  REQUIRE(step.mfu < 1);
}

}  // namespace headroom::models
