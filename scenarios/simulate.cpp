// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/layout_choice.hpp"
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

topologies::Cluster cluster_of(const Scenario& scenario) {
  return {scenario.cluster.server, scenario.cluster.servers, scenario.cluster.fabric};
}

topologies::Cluster bought_cluster_of(const Scenario& scenario) {
  const ClusterChoice& c = scenario.cluster;
  topologies::ServerDescription server = c.server;
  server.accelerators += c.idle_per_server;
  return {server, c.servers + c.idle_servers, c.fabric};
}

Answer predict(const Scenario& scenario, const sim::RunOptions& run) {
  if (leaves_layout_open(scenario)) return predict(with_chosen_layout(scenario), run);
  Answer answer;
  answer.scenario = scenario;
  answer.warnings = scenario.warnings;
  const topologies::Cluster cluster = cluster_of(scenario);
  if (const auto* training = std::get_if<TrainingWorkload>(&scenario.workload)) {
    answer.training = simulate_training(cluster, scenario, *training, run);
    describe_training(*training, answer);
  } else {
    simulate_collective(cluster, std::get<CollectiveWorkload>(scenario.workload), run, answer);
  }
  return answer;
}

Answer predict_priced(const Scenario& scenario, const Answer& like) {
  Answer answer;
  if (like.training) {
    answer.scenario = with_layout(scenario, std::get<TrainingWorkload>(like.scenario.workload).layout);
    answer.warnings = scenario.warnings;
    answer.training = like.training;
    describe_training(std::get<TrainingWorkload>(answer.scenario.workload), answer);
  } else {
    answer = like;
    answer.scenario = scenario;
  }
  return answer;
}

Answer simulate(const Scenario& scenario, const sim::RunOptions& run) {
  Answer answer = predict(scenario, run);
  if (answer.training && answer.feasible) {
    add_improvements(answer);
    add_elasticities(scenario, answer);
  }
  return answer;
}

}  // namespace headroom::scenarios
