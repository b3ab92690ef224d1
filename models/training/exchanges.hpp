// SPDX-License-Identifier: Apache-2.0
// Which ranks talk to which, and the plan of each collective between them.
#pragma once
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "models/communication/communicator.hpp"
#include "models/training/step.hpp"

namespace headroom::models {

// Rank numbers in Megatron-LM's default order: tensor fastest, then replicas (those that share a sequence
// side by side), then pipeline. Rank = accelerator.
struct RankGrid {
  int tensor, replicas, pipeline;
  [[nodiscard]] int rank(int stage, int replica, int t) const {
    return (stage * replicas + replica) * tensor + t;
  }
};

enum class GroupKind {
  tensor,     // exchanges inside layers
  data,       // all replicas of a stage's shard of the model
  shard,      // the ranks that ZeRO splits states over (all replicas, or the inner part with hybrid sharding)
  replicate,  // the ranks that hold the same ZeRO shard
  to_next,    // pairs: a stage to the next (virtual) stage
  to_previous,
  embeddings,       // pairs: first and last stage, which share tied embeddings
  expert,           // ranks that hold the experts of a layer among them
  expert_replicas,  // ranks that hold the same experts
  context,          // ranks that share a sequence
};
// Of an exchange inside layers.
[[nodiscard]] StepCategory category_of(GroupKind inside_layers);

// Plans collectives for a job on a cluster, each distinct one once.
class Exchanges {
 public:
  enum class For {
    each_group,  // of every stage
    one_group,   // the first of every stage, with the loads that all its siblings put on its links
  };
  Exchanges(const topologies::Cluster& cluster, const TrainingJob& job, For planned);

  // Groups of one stage that run the same collective at the same time. Members are rank numbers.
  [[nodiscard]] std::size_t group_count(GroupKind kind) const;
  [[nodiscard]] int group_size(GroupKind kind) const;
  [[nodiscard]] const std::vector<int>& group(GroupKind kind, int stage, std::size_t index);
  // Folded: the first group's plan, with all groups' loads on its links. Otherwise the plan of `group` alone.
  [[nodiscard]] const CollectivePlan& plan(GroupKind kind, int stage, std::size_t group,
                                           Collective collective, double bytes);
  // Folded: plan() without its loads, for those who only ask how long. Where the bottleneck lies is told of
  // the first stage that lies alike.
  [[nodiscard]] const CollectiveTime& time(GroupKind kind, int stage, Collective collective, double bytes);
  [[nodiscard]] const topologies::Cluster& cluster() const { return cluster_; }
  [[nodiscard]] const RankGrid& grid() const { return grid_; }
  [[nodiscard]] bool folded() const { return planned_ != For::each_group; }
  struct Planned {
    GroupKind kind;
    int stage;
    const CollectivePlan* plan;
    [[nodiscard]] std::string name() const;  // such as "data-parallel all-reduce, stage 0"
  };
  // Plans what was only timed so far, too.
  void plan_timed();
  // All plans made so far for the first group of their kind.
  [[nodiscard]] std::vector<Planned> plans() const;

 private:
  // Groups of a stage, and what they know of their links.
  struct Siblings {
    std::vector<std::vector<int>> groups;
    Communicator communicator;
  };
  using StageKey = std::pair<GroupKind, int>;
  using TimeKey = std::tuple<GroupKind, int, Collective, double>;
  using GroupKey = std::tuple<GroupKind, int, std::size_t>;
  using PlanKey = std::tuple<GroupKind, int, std::size_t, Collective, double>;
  [[nodiscard]] std::vector<int> make_group(GroupKind kind, int stage, std::size_t index) const;
  [[nodiscard]] std::vector<int> expert_group(GroupKind kind, int stage, int index) const;
  [[nodiscard]] CommunicationOptions options_of(GroupKind kind) const;
  [[nodiscard]] int stage_like(GroupKind kind, int stage) const;
  [[nodiscard]] Communicator& communicator(GroupKind kind, int stage);
  [[nodiscard]] CollectivePlan make_plan(GroupKind kind, int stage, std::size_t group, Collective collective,
                                         double bytes);

  const topologies::Cluster& cluster_;
  const TrainingJob& job_;
  RankGrid grid_;
  For planned_;
  bool stages_lie_alike_, transfers_lie_alike_;
  std::map<GroupKey, std::vector<int>> groups_;  // that were asked for one by one
  std::map<StageKey, std::unique_ptr<Siblings>> siblings_;
  std::map<PlanKey, CollectivePlan> plans_;
  std::map<TimeKey, CollectiveTime> times_;
};

}  // namespace headroom::models
