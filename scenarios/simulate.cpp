// SPDX-License-Identifier: Apache-2.0
#include "scenarios/simulate_parts.hpp"
#include "scenarios/validate/intervals.hpp"

namespace headroom::scenarios {

void add_interval(const std::string& prefix, double seconds, const std::string& like, int accelerators,
                  Answer& answer) {
  using namespace validation;
  const TimeInterval times =
      time_interval(shipped_residuals(), like, answer.scenario.cluster.accelerator.id, accelerators);
  answer.interval = {interval_share, seconds * times.low, seconds * times.high, times.basis};
  answer.quantities[prefix + "low_seconds"] = answer.interval->low_seconds;
  answer.quantities[prefix + "high_seconds"] = answer.interval->high_seconds;
}

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
