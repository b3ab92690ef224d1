// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "scenarios/scenario_reader.hpp"
#include "scenarios/simulate_parts.hpp"

namespace headroom::bench {

// A training job on its cluster, ready to be simulated.
struct Training {
  topologies::Cluster cluster;
  models::TrainingJob job;

  [[nodiscard]] models::TrainingStep step() const { return models::simulate_step(cluster, job); }
};

[[nodiscard]] inline Training training_of(const std::string& file, bool fold,
                                          const std::vector<std::string>& overrides = {}) {
  const scenarios::Scenario scenario =
      scenarios::read_scenario(HEADROOM_SOURCE_DIR "/" + file, overrides).scenarios.front();
  Training training{{scenario.cluster.server, scenario.cluster.servers, scenario.cluster.fabric},
                    training_job(scenario, std::get<scenarios::TrainingWorkload>(scenario.workload))};
  training.job.fold = fold;
  return training;
}

inline constexpr const char* llama_8b_64 = "tests/bench/llama-8b-64.json";
inline constexpr const char* llama_405b_16k = "scenarios/library/llama-3-405b-16k.json";

}  // namespace headroom::bench
