// SPDX-License-Identifier: Apache-2.0
// Full recomputation of some layers of each stage.
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

// 8 layers on two stages of two chunks: two layers each.
TrainingJob interleaved_job(Recomputation r, int recomputed_layers) {
  TrainingJob job = toy_job(2, 2, 4, 64);
  job.layout.microbatch = 8;  // activations are most of the memory
  job.layout.schedule = Schedule::interleaved;
  job.layout.virtual_stages = 2;
  job.layout.recomputation = r;
  job.layout.recomputed_layers = recomputed_layers;
  return job;
}

}  // namespace

TEST_CASE("The fewer layers are recomputed, the shorter the step and the more memory it needs") {
  const topologies::Cluster cluster = toy_cluster(2);
  const Fidelity fidelity = GENERATE(Fidelity::fluid, Fidelity::analytic);
  double seconds = 0, bytes = 0;
  for (const int layers : {2, 1, 0}) {
    TrainingJob job = interleaved_job(Recomputation::full, layers);
    job.fidelity = fidelity;
    const TrainingStep step = simulate_step(cluster, job);
    if (seconds > 0) CHECK(step.step_seconds < seconds);
    if (bytes > 0) CHECK(step.memory.total_bytes > bytes);
    seconds = step.step_seconds;
    bytes = step.memory.total_bytes;
  }
}

TEST_CASE("All layers of a stage recomputed are full recomputation, none of them is no recomputation") {
  const topologies::Cluster cluster = toy_cluster(2);
  const auto step = [&](Recomputation r, int layers) {
    return simulate_step(cluster, interleaved_job(r, layers));
  };
  const TrainingStep full = step(Recomputation::full, -1), all = step(Recomputation::full, 2);
  CHECK(all.step_seconds == full.step_seconds);
  CHECK(all.memory.total_bytes == full.memory.total_bytes);
  const TrainingStep none = step(Recomputation::none, -1), no_layer = step(Recomputation::full, 0);
  CHECK(no_layer.step_seconds == none.step_seconds);
  CHECK(no_layer.memory.total_bytes == none.memory.total_bytes);
}

TEST_CASE("A number of layers without full recomputation is refused") {
  const TrainingJob job = interleaved_job(Recomputation::selective, 1);
  CHECK_THROWS_AS(check_layout(job.layout, *job.network, 16), Error);
}
