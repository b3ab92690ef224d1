// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "models/training/layout.hpp"

namespace headroom::models {

// One microbatch through one model chunk of a pipeline stage.
struct Task {
  bool forward;
  int microbatch;
  int chunk;
  bool operator==(const Task&) const = default;
};

// The order in which a stage works through its tasks in one step.
// - GPipe (Huang et al., 1811.06965, sec. 2.3): all forwards, then all backwards.
// - 1F1B (Narayanan et al., 2104.04473, sec. 2.2.1): p - stage - 1 forwards to warm up, then one forward, one
// backward.
// - Interleaved 1F1B (same paper, sec. 2.2.2): 2 (p - stage - 1) + (v - 1) p forwards to warm up;
// microbatches go
//   through the chunks in groups of p.
[[nodiscard]] std::vector<Task> schedule_of(const Layout& layout, int stage);

// schedule_of, each once.
class Schedules {
 public:
  [[nodiscard]] const std::vector<Task>& of(const Layout& layout, int stage);

 private:
  using Key = std::tuple<Schedule, int, int, int, int>;
  std::map<Key, std::vector<Task>> known_;
};

// Forwards before the first backward.
[[nodiscard]] int warm_up_tasks(const Layout& layout, int stage);

}  // namespace headroom::models
