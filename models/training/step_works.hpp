// SPDX-License-Identifier: Apache-2.0
// The works of a step: each distinct kernel time and collective once, with what the breakdown needs to know
// of it.
#pragma once
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "models/training/stage_costs.hpp"
#include "models/training/step_program.hpp"

namespace headroom::models {

class StepWorks {
 public:
  StepWorks(const topologies::Cluster& cluster, const TrainingJob& job, const Exchanges& exchanges,
            sim::Program& program);

  sim::WorkId delay(double seconds);
  // Kernels: a plain delay, or (beside communication kernels) a demand on the member's device.
  sim::WorkId kernels(const Piece& piece, const Member& member, bool beside_communication);
  // A collective of `group`; `on` lists the members whose device it occupies beside their kernels (none
  // when they wait for it).
  sim::WorkId collective(const CollectivePlan& plan, std::span<const int> group,
                         const std::vector<const Member*>& on);

  [[nodiscard]] LinkResources& links() { return links_; }
  // Moves what was noted about the works into the step.
  void finish(StepProgram& step);

 private:
  sim::WorkId note(sim::WorkId work, double alone, double host);
  [[nodiscard]] bool is_at_simulated_rank(topologies::LinkId link) const;
  void leave_out_repeated_links(CollectivePlan& plan) const;

  const topologies::Cluster& cluster_;
  const TrainingJob& job_;
  std::vector<char> simulated_servers_;  // that hold first ranks of stages; empty: every rank is simulated
  sim::Program& program_;
  LinkResources links_;
  std::map<double, sim::WorkId> delays_;
  std::map<std::tuple<const Piece*, std::uint32_t, double>, sim::WorkId> kernels_;  // by owner and speed too
  std::map<std::pair<const CollectivePlan*, bool>, sim::WorkId> collectives_;       // and: beside kernels
  std::vector<double> host_seconds_, alone_seconds_;
  std::vector<StepCategory> slowed_by_;
};

}  // namespace headroom::models
