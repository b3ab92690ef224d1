// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/training/exchanges.hpp"
#include "models/training/step_works.hpp"

namespace headroom::models {

using StreamOf = sim::StreamId Member::*;
using OperationPerMember = std::vector<sim::OperationId>;

// Enqueues the collectives of all groups of a stage: one joint operation a group, or all messages of it.
class StepCollectives {
 public:
  StepCollectives(const topologies::Cluster& cluster, const TrainingJob& job, Exchanges& exchanges,
                  sim::Program& program, StepWorks& works)
      : cluster_(cluster), job_(job), exchanges_(exchanges), program_(program), works_(works) {}

  // On each member's `stream`, after that member's operation of `after` (empty: nothing more to wait for).
  // Groups of one and nothing to send enqueue nothing.
  void add(const std::vector<Member>& members, GroupKind kind, Collective collective, double bytes,
           StreamOf stream, sim::LabelId label, const OperationPerMember& after = {});

 private:
  struct Group {
    const CollectivePlan& plan;
    const std::vector<int>& ranks;
    std::vector<const Member*> on;  // the simulated ones
    const Member* first;            // of the stage: the index of a member is relative to it
  };
  void add_at_once(const Group& group, StreamOf stream, sim::LabelId label, const OperationPerMember& after);
  void add_messages_of(const Group& group, StreamOf stream, sim::LabelId label,
                       const OperationPerMember& after);

  const topologies::Cluster& cluster_;
  const TrainingJob& job_;
  Exchanges& exchanges_;
  sim::Program& program_;
  StepWorks& works_;
};

}  // namespace headroom::models
