// SPDX-License-Identifier: Apache-2.0
#include "models/training/schedule.hpp"

#include <algorithm>

namespace headroom::models {
namespace {

// The k-th forward (or backward) of a stage: microbatches pass chunk by chunk in groups of `pipeline`.
Task nth_task(const Layout& layout, int k, Pass pass) {
  const int p = layout.pipeline, v = layout.virtual_stages;
  if (v == 1) return {pass, k, 0};
  const int in_group = k % (p * v);
  const int chunk = in_group / p;
  return {pass, k / (p * v) * p + in_group % p, pass == Pass::forward ? chunk : v - 1 - chunk};
}

std::vector<Task> gpipe(const Layout& layout) {
  std::vector<Task> tasks;
  const int m = layout.microbatches();
  for (int i = 0; i < m; ++i) tasks.push_back({Pass::forward, i, 0});
  for (int i = m - 1; i >= 0; --i) tasks.push_back({Pass::backward, i, 0});
  return tasks;
}

std::vector<Task> zero_bubble(const Layout& layout, int stage) {
  std::vector<Task> tasks;
  const int m = layout.microbatches();
  int forwards = 0, weights = 0;
  const auto add_forward = [&] { tasks.push_back({Pass::forward, forwards++, 0}); };
  const auto add_weights = [&] { tasks.push_back({Pass::weights, weights++, 0}); };
  while (forwards < warm_up_tasks(layout, stage)) add_forward();
  for (int backward = 0; backward < m; ++backward) {
    if (forwards < m) add_forward();
    tasks.push_back({Pass::backward, backward, 0});
    if (backward >= stage) add_weights();
  }
  while (weights < m) add_weights();
  return tasks;
}

}  // namespace

const char* to_string(Pass p) {
  static constexpr const char* names[] = {"forward", "backward", "weight gradients"};
  return names[static_cast<std::size_t>(p)];
}

int warm_up_tasks(const Layout& layout, int stage) {
  const int m = layout.microbatches(), p = layout.pipeline, v = layout.virtual_stages;
  switch (layout.schedule) {
    case Schedule::gpipe:
      return m;
    case Schedule::one_forward_one_backward:
    case Schedule::zero_bubble:
      return std::min(p - stage - 1, m);
    case Schedule::interleaved:
      return std::min(2 * (p - stage - 1) + (v - 1) * p, m * v);
  }
  return m;
}

std::vector<Task> schedule_of(const Layout& layout, int stage) {
  if (layout.schedule == Schedule::gpipe) return gpipe(layout);
  if (layout.schedule == Schedule::zero_bubble) return zero_bubble(layout, stage);
  const int total = layout.microbatches() * layout.virtual_stages;
  const int warm_up = warm_up_tasks(layout, stage);
  std::vector<Task> tasks;
  tasks.reserve(2 * static_cast<std::size_t>(total));
  for (int k = 0; k < warm_up; ++k) tasks.push_back(nth_task(layout, k, Pass::forward));
  for (int k = 0; k < total - warm_up; ++k) {
    tasks.push_back(nth_task(layout, warm_up + k, Pass::forward));
    tasks.push_back(nth_task(layout, k, Pass::backward));
  }
  for (int k = total - warm_up; k < total; ++k) tasks.push_back(nth_task(layout, k, Pass::backward));
  return tasks;
}

const std::vector<Task>& Schedules::of(const Layout& layout, int stage) {
  const auto [it, is_new] = known_.try_emplace(
      Key{layout.schedule, layout.pipeline, layout.virtual_stages, layout.microbatches(), stage});
  if (is_new) it->second = schedule_of(layout, stage);
  return it->second;
}

}  // namespace headroom::models
