// SPDX-License-Identifier: Apache-2.0
#include "scenarios/simulate_parts.hpp"

namespace headroom::scenarios {

Answer simulate(const Scenario& scenario, const sim::RunOptions& run) {
  Answer answer;
  answer.scenario = scenario;
  const topologies::Cluster cluster(scenario.cluster.server, scenario.cluster.servers,
                                    scenario.cluster.fabric);
  if (const auto* training = std::get_if<TrainingWorkload>(&scenario.workload))
    simulate_training(cluster, *training, run, answer);
  else
    simulate_collective(cluster, std::get<CollectiveWorkload>(scenario.workload), run, answer);
  return answer;
}

}  // namespace headroom::scenarios
