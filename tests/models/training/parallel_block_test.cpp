// SPDX-License-Identifier: Apache-2.0
// Steps of models whose attention and MLP stand side by side.
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models {
namespace {

using namespace test;

TrainingJob job_of(bool parallel, bool sequence_parallel) {
  TrainingJob job = toy_job(4, 2, 2, 4);
  TransformerShape shape = toy_shape();
  shape.parallel = parallel;
  job.network = make_transformer(shape);
  job.layout.sequence_parallel = sequence_parallel;
  return job;
}

TrainingStep step_of(TrainingJob job, Fidelity fidelity, bool fold = true) {
  job.fidelity = fidelity;
  job.fold = fold;
  job.unfold_up_to_ranks = 0;
  return simulate_step(toy_cluster(2), job);
}

}  // namespace

TEST_CASE("Halves side by side expose half the tensor-parallel exchanges of the blocks") {
  for (const bool sequence_parallel : {false, true}) {
    const TrainingStep apart = step_of(job_of(false, sequence_parallel), Fidelity::fluid);
    const TrainingStep beside = step_of(job_of(true, sequence_parallel), Fidelity::fluid);
    CHECK(beside.breakdown.exposed_tensor < 0.6 * apart.breakdown.exposed_tensor);
    CHECK(beside.breakdown.exposed_tensor > 0.4 * apart.breakdown.exposed_tensor);
    CHECK(beside.breakdown.compute == Approx(apart.breakdown.compute));
    CHECK(beside.step_seconds < apart.step_seconds);
  }
}

TEST_CASE("Steps of parallel blocks are the same folded and rank by rank, and as the closed form has them") {
  const TrainingJob job = job_of(true, true);
  const TrainingStep folded = step_of(job, Fidelity::fluid);
  CHECK(folded.timeline->makespan == step_of(job, Fidelity::fluid, false).timeline->makespan);
  CHECK(step_of(job, Fidelity::analytic).step_seconds == Approx(folded.step_seconds).epsilon(0.05));
}

}  // namespace headroom::models
