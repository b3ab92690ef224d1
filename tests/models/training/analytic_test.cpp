// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

namespace headroom::models {
namespace {

using namespace test;

double seconds(const topologies::Cluster& cluster, TrainingJob job, Fidelity fidelity) {
  job.fidelity = fidelity;
  return simulate_step(cluster, job).step_seconds;
}

}  // namespace

TEST_CASE("The step without the simulator stays near the simulated one") {
  // Contention between exchanges of different kinds is what it leaves out; servers without scale-up links
  // have most of it.
  RandomCases cases(3);
  std::vector<double> differences;
  while (differences.size() < 120) {
    RandomCase c = cases.next();
    const topologies::Cluster cluster(c.server, c.servers, c.fabric);
    c.job.unfold_up_to_ranks = 0;
    const TrainingStep step = simulate_step(cluster, c.job);
    if (!step.folding_note.empty()) continue;
    differences.push_back(std::abs(seconds(cluster, c.job, Fidelity::analytic) / step.step_seconds - 1));
  }
  std::sort(differences.begin(), differences.end());
  CHECK(differences[60] < 0.003);
  CHECK(differences[108] < 0.08);
  CHECK(differences.back() < 0.25);
}

TEST_CASE("Where nothing contends, the step without the simulator is the simulated one to a nanosecond") {
  // Pipelines of one rank a stage: uneven stages, transfers and tied embeddings included.
  const Schedule schedule =
      GENERATE(Schedule::gpipe, Schedule::one_forward_one_backward, Schedule::interleaved);
  TransformerShape shape = toy_shape();
  shape.tied = true;
  TrainingJob job = toy_job(1, 4, 1, GENERATE(4, 12));
  job.network = make_transformer(shape);
  job.layout.schedule = schedule;
  if (schedule == Schedule::interleaved)
    job.layout.virtual_stages = 2;
  else
    job.layout.stage_layers = {1, 3, 2, 2};
  const topologies::Cluster cluster = toy_cluster(1, 4);
  REQUIRE(seconds(cluster, job, Fidelity::analytic) ==
          Approx(seconds(cluster, job, Fidelity::fluid)).margin(1e-9));
}

}  // namespace headroom::models
