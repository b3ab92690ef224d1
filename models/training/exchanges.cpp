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
  }
  return "";
}

}  // namespace

Exchanges::Exchanges(const topologies::Cluster& cluster, const TrainingJob& job, For planned)
    : cluster_(cluster),
      job_(job),
      grid_{job.layout.tensor, job.layout.data, job.layout.pipeline},
      planned_(planned),
      stages_lie_alike_(planned == For::times && stages_lie_alike(cluster, job.layout)) {}

std::vector<std::vector<int>> Exchanges::make_groups(GroupKind kind, int stage) const {
  std::vector<std::vector<int>> groups;
  const int shard = job_.layout.effective_shard_group();
  // Members (d0 + i * step) for i < count of every tensor rank.
  const auto add_data_group = [&](int d0, int step, int count) {
    for (int t = 0; t < grid_.tensor; ++t) {
      std::vector<int> group;
      for (int i = 0; i < count; ++i) group.push_back(grid_.rank(stage, d0 + i * step, t));
      groups.push_back(std::move(group));
    }
  };
  const auto add_pairs = [&](int from, int to) {
    for (int d = 0; d < grid_.data; ++d)
      for (int t = 0; t < grid_.tensor; ++t) groups.push_back({grid_.rank(from, d, t), grid_.rank(to, d, t)});
  };
  const int p = grid_.pipeline;
  switch (kind) {
    case GroupKind::tensor:
      for (int d = 0; d < grid_.data; ++d) {
        std::vector<int> group;
        for (int t = 0; t < grid_.tensor; ++t) group.push_back(grid_.rank(stage, d, t));
        groups.push_back(std::move(group));
      }
      break;
    case GroupKind::data:
      add_data_group(0, 1, grid_.data);
      break;
    case GroupKind::shard:
      for (int d = 0; d < grid_.data; d += shard) add_data_group(d, 1, shard);
      break;
    case GroupKind::replicate:
      for (int d = 0; d < shard; ++d) add_data_group(d, shard, grid_.data / shard);
      break;
    case GroupKind::to_next:
      add_pairs(stage, (stage + 1) % p);
      break;
    case GroupKind::to_previous:
      add_pairs(stage, (stage + p - 1) % p);
      break;
    case GroupKind::embeddings:
      add_pairs(0, p - 1);
      break;
  }
  return groups;
}

// Transfers may leave a leaf after one stage and stay under it after another.
int Exchanges::stage_planned_for(GroupKind kind, int stage) const {
  const bool inside = kind != GroupKind::to_next && kind != GroupKind::to_previous;
  return stages_lie_alike_ && inside ? 0 : stage;
}

const std::vector<std::vector<int>>& Exchanges::groups(GroupKind kind, int stage) {
  stage = stage_planned_for(kind, stage);
  const auto [it, is_new] = groups_.try_emplace({kind, stage});
  if (is_new) it->second = make_groups(kind, stage);
  return it->second;
}

const CollectivePlan& Exchanges::plan(GroupKind kind, int stage, std::size_t group, Collective collective,
                                      double bytes) {
  stage = stage_planned_for(kind, stage);
  const auto [it, is_new] = plans_.try_emplace({kind, stage, group, collective, bytes});
  if (!is_new) return it->second;
  std::span<const std::vector<int>> siblings = groups(kind, stage);
  if (!folded()) siblings = siblings.subspan(group, 1);
  it->second = plan_collective(cluster_, job_.accelerator.architecture, collective, bytes, siblings, 0,
                               job_.software.communication);
  return it->second;
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
