// SPDX-License-Identifier: Apache-2.0
// Training steps: built from the scenario, simulated and broken down.
#include "scenarios/scenario_reader.hpp"
#include "scenarios/simulate_parts.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

using scenarios::Scenario;
using scenarios::TrainingWorkload;

Scenario scenario_of(const std::string& file, const std::vector<std::string>& overrides = {}) {
  return scenarios::read_scenario(HEADROOM_SOURCE_DIR "/" + file, overrides).scenarios.front();
}

models::TrainingStep step_of(const Scenario& scenario, bool fold) {
  const topologies::Cluster cluster(scenario.cluster.server, scenario.cluster.servers,
                                    scenario.cluster.fabric);
  models::TrainingJob job = training_job(scenario, std::get<TrainingWorkload>(scenario.workload));
  job.fold = fold;
  return models::simulate_step(cluster, job);
}

Result unfolded_64() {
  const Scenario scenario = scenario_of("tests/bench/llama-8b-64.json");
  models::TrainingStep step;
  const double seconds = best_cpu_seconds(3, [&] { step = step_of(scenario, false); });
  return {seconds, step.timeline->makespan == step_of(scenario, true).timeline->makespan};
}

Result folded_405b() {
  const Scenario scenario = scenario_of("scenarios/library/llama-3-405b-16k.json");
  models::TrainingStep step;
  const double seconds = best_cpu_seconds(5, [&] { step = step_of(scenario, true); });
  // Grattafiori et al., 2407.21783, table 4.
  return {seconds, step.mfu >= 0.38 && step.mfu <= 0.43};
}

const Registration step_64{{"training-step-64-unfolded", "s", 0.2, unfolded_64}};
const Registration step_16k{{"training-step-16384-folded", "s", 0.05, folded_405b}};

}  // namespace
}  // namespace headroom::bench
