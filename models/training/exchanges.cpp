// SPDX-License-Identifier: Apache-2.0
#include "models/training/exchanges.hpp"

#include <fmt/format.h>

#include "models/training/filling.hpp"

namespace headroom::models {
namespace {

const char* name_of(GroupKind kind) {
  switch (kind) {
    case GroupKind::tensor:
      return "tensor-parallel";
    case GroupKind::data:
    case GroupKind::shard:
      return "data-parallel";
    case GroupKind::replicate:
      return "replica";
    case GroupKind::to_next:
      return "pipeline, forward";
    case GroupKind::to_previous:
      return "pipeline, backward";
    case GroupKind::embeddings:
      return "tied embeddings";
    case GroupKind::expert:
      return "expert-parallel";
    case GroupKind::expert_replicas:
      return "expert replicas'";
    case GroupKind::context:
      return "context-parallel";
  }
  return "";
}

}  // namespace

StepCategory category_of(GroupKind inside_layers) {
  if (inside_layers == GroupKind::expert) return StepCategory::expert;
  return inside_layers == GroupKind::context ? StepCategory::context : StepCategory::tensor;
}

Exchanges::Exchanges(const topologies::Cluster& cluster, const TrainingJob& job, For planned)
    : cluster_(cluster),
      job_(job),
      grid_{job.layout.tensor, job.layout.replicas(), job.layout.pipeline},
      planned_(planned),
      stages_lie_alike_(folded() && stages_lie_alike(cluster, job.layout)),
      transfers_lie_alike_(folded() && transfers_lie_alike(cluster, job.layout)) {}

std::size_t Exchanges::group_count(GroupKind kind) const {
  const auto count = [](int n) { return static_cast<std::size_t>(n); };
  const int shard = job_.layout.effective_shard_group();
  switch (kind) {
    case GroupKind::tensor:
      return count(grid_.replicas);
    case GroupKind::data:
      return count(grid_.tensor);
    case GroupKind::shard:
      return count(grid_.replicas / shard * grid_.tensor);
    case GroupKind::replicate:
      return count(shard * grid_.tensor);
    case GroupKind::expert:
      return count(grid_.tensor * grid_.replicas / job_.layout.expert);
    case GroupKind::context:
      return count(grid_.tensor * job_.layout.data);
    case GroupKind::expert_replicas:
      return count(job_.layout.expert * job_.layout.effective_expert_tensor());
    default:
      return count(grid_.replicas * grid_.tensor);
  }
}

int Exchanges::group_size(GroupKind kind) const {
  const int shard = job_.layout.effective_shard_group();
  switch (kind) {
    case GroupKind::tensor:
      return grid_.tensor;
    case GroupKind::data:
      return grid_.replicas;
    case GroupKind::shard:
      return shard;
    case GroupKind::replicate:
      return grid_.replicas / shard;
    case GroupKind::expert:
      return job_.layout.expert;
    case GroupKind::expert_replicas:
      return job_.layout.expert_replicas();
    case GroupKind::context:
      return job_.layout.context;
    default:
      return 2;
  }
}

const std::vector<int>& Exchanges::group(GroupKind kind, int stage, std::size_t index) {
  const auto [it, is_new] = groups_.try_emplace({kind, stage, index});
  if (is_new) it->second = make_group(kind, stage, index);
  return it->second;
}

std::vector<int> Exchanges::make_group(GroupKind kind, int stage, std::size_t index) const {
  const int g = static_cast<int>(index), p = grid_.pipeline;
  const int shard = job_.layout.effective_shard_group();
  // Of tensor rank g % tensor: replicas first + i * step for i < count.
  const auto replica_group = [&](int first, int step, int count) {
    std::vector<int> group;
    for (int i = 0; i < count; ++i) group.push_back(grid_.rank(stage, first + i * step, g % grid_.tensor));
    return group;
  };
  const auto pair = [&](int from, int to) {
    const int replica = g / grid_.tensor, t = g % grid_.tensor;
    return std::vector{grid_.rank(from, replica, t), grid_.rank(to, replica, t)};
  };
  switch (kind) {
    case GroupKind::tensor: {
      std::vector<int> group;
      for (int t = 0; t < grid_.tensor; ++t) group.push_back(grid_.rank(stage, g, t));
      return group;
    }
    case GroupKind::data:
      return replica_group(0, 1, grid_.replicas);
    case GroupKind::shard:
      return replica_group(g / grid_.tensor * shard, 1, shard);
    case GroupKind::replicate:
      return replica_group(g / grid_.tensor, shard, grid_.replicas / shard);
    case GroupKind::context:
      return replica_group(g / grid_.tensor * job_.layout.context, 1, job_.layout.context);
    case GroupKind::expert:
    case GroupKind::expert_replicas:
      return expert_group(kind, stage, g);
    case GroupKind::to_next:
      return pair(stage, (stage + 1) % p);
    case GroupKind::to_previous:
      return pair(stage, (stage + p - 1) % p);
    case GroupKind::embeddings:
      break;
  }
  return pair(0, p - 1);
}

// Ranks of a stage stand in `split` rows (one, or one a tensor rank where tensor splits experts);
// expert-parallel groups are neighbours in a row.
std::vector<int> Exchanges::expert_group(GroupKind kind, int stage, int index) const {
  const int split = job_.layout.effective_expert_tensor(), width = job_.layout.expert;
  const int row = index % split, place = index / split;
  const bool spread = kind == GroupKind::expert;
  std::vector<int> group;
  for (int i = 0; i < group_size(kind); ++i) {
    const int in_row = spread ? place * width + i : place + i * width;
    group.push_back(grid_.rank(stage, 0, 0) + in_row * split + row);
  }
  return group;
}

// Blocks that go round are sent from neighbour to neighbour, whatever is faster.
CommunicationOptions Exchanges::options_of(GroupKind kind) const {
  CommunicationOptions options = job_.software.communication;
  if (kind == GroupKind::context && job_.layout.context_exchange == ContextExchange::ring)
    options.algorithm = Algorithm::ring;
  return options;
}

// The first stage of which the groups lie as those of this one.
int Exchanges::stage_like(GroupKind kind, int stage) const {
  const int last = grid_.pipeline - 1;
  switch (kind) {
    case GroupKind::to_next:  // the last one's go back to the first
      return transfers_lie_alike_ && stage < last ? 0 : stage;
    case GroupKind::to_previous:
      return transfers_lie_alike_ && stage > 0 ? 1 : stage;
    case GroupKind::embeddings:
      return stage;
    default:
      return stages_lie_alike_ ? 0 : stage;
  }
}

Communicator& Exchanges::communicator(GroupKind kind, int stage) {
  std::unique_ptr<Siblings>& known = siblings_[{kind, stage}];
  if (known == nullptr) {
    std::vector<std::vector<int>> groups;
    for (std::size_t g = 0; g < group_count(kind); ++g) groups.push_back(make_group(kind, stage, g));
    Communicator made(cluster_, job_.accelerator.architecture, groups, 0, options_of(kind));
    known = std::make_unique<Siblings>(Siblings{std::move(groups), std::move(made)});
  }
  return known->communicator;
}

CollectivePlan Exchanges::make_plan(GroupKind kind, int stage, std::size_t index, Collective collective,
                                    double bytes) {
  if (!folded()) {
    const std::vector<std::vector<int>> alone{group(kind, stage, index)};
    return plan_collective(cluster_, job_.accelerator.architecture, collective, bytes, alone, 0,
                           options_of(kind));
  }
  const int like = stage_like(kind, stage);
  CollectivePlan plan = communicator(kind, like).plan(collective, bytes);
  const int servers = (stage - like) * grid_.tensor * grid_.replicas / cluster_.server().accelerators;
  if (servers == 0) return plan;
  for (LinkLoad& load : plan.loads) load.link = cluster_.moved(load.link, servers);
  if (!plan.bottleneck.is_none()) plan.bottleneck = cluster_.moved(plan.bottleneck, servers);
  return plan;
}

const CollectivePlan& Exchanges::plan(GroupKind kind, int stage, std::size_t group, Collective collective,
                                      double bytes) {
  const auto [it, is_new] = plans_.try_emplace({kind, stage, group, collective, bytes});
  if (is_new) it->second = make_plan(kind, stage, group, collective, bytes);
  return it->second;
}

const CollectiveTime& Exchanges::time(GroupKind kind, int stage, Collective collective, double bytes) {
  const int like = stage_like(kind, stage);
  const auto [it, is_new] = times_.try_emplace({kind, like, collective, bytes});
  if (is_new) it->second = communicator(kind, like).time(collective, bytes);
  return it->second;
}

void Exchanges::plan_timed() {
  for (const auto& [key, time] : times_) {
    const auto& [kind, stage, collective, bytes] = key;
    (void)plan(kind, stage, 0, collective, bytes);
  }
}

std::string Exchanges::Planned::name() const {
  return fmt::format("{} {}, stage {}", name_of(kind), to_string(plan->collective), stage);
}

std::vector<Exchanges::Planned> Exchanges::plans() const {
  std::vector<Planned> all;
  for (const auto& [key, plan] : plans_) {
    const auto& [kind, stage, group, collective, bytes] = key;
    if (group == 0) all.push_back({kind, stage, &plan});
  }
  return all;
}

}  // namespace headroom::models
