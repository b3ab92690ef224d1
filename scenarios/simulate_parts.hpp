// SPDX-License-Identifier: Apache-2.0
// The two kinds of questions behind simulate() of answer.hpp.
#pragma once
#include "scenarios/answer.hpp"

namespace headroom::scenarios {

// What runs the workload, and what is bought for it: that and what stays idle.
[[nodiscard]] topologies::Cluster cluster_of(const Scenario& scenario);
[[nodiscard]] topologies::Cluster bought_cluster_of(const Scenario& scenario);

[[nodiscard]] models::TrainingStep simulate_training(const topologies::Cluster& cluster,
                                                     const Scenario& scenario,
                                                     const TrainingWorkload& workload,
                                                     const sim::RunOptions& run);
// What the step in the answer comes to: rates, costs, limit, where the numbers come from.
void describe_training(const TrainingWorkload& workload, Answer& answer);
// Capex, owning, renting, power and CO2; not feasible where a rack cannot feed one server.
void add_cost(const TrainingWorkload& workload, Answer& answer);
void simulate_collective(const topologies::Cluster& cluster, const CollectiveWorkload& workload,
                         const sim::RunOptions& run, Answer& answer);

// What the models layer needs of a training scenario.
[[nodiscard]] models::TrainingJob training_job(const Scenario& scenario, const TrainingWorkload& workload);

// Puts the interval around `seconds`, from like cases among the measurements that ship: into the answer, and
// as quantities prefix + "low_seconds" and "high_seconds".
void add_interval(const std::string& prefix, double seconds, const std::string& like, int accelerators,
                  Answer& answer);

// What the cluster would cost if a step was `step`.
[[nodiscard]] models::CostReport cost_of_step(const Scenario& scenario, const models::TrainingStep& step,
                                              double run_seconds);
// What perfect parts would buy, the best first; also how much of the computing is recomputation.
void add_improvements(Answer& answer);
// What a tenth more of each part of the machine would bring, and cost; the fastest first. `asked` is the
// question as it stood before a layout was chosen.
void add_elasticities(const Scenario& asked, Answer& answer);

}  // namespace headroom::scenarios
