// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "models/training/layout.hpp"

namespace headroom::models {

// weights: the gradients of weights alone, where the schedule splits them from the backward pass.
enum class Pass { forward, backward, weights };
[[nodiscard]] const char* to_string(Pass p);

// One microbatch through one model chunk of a pipeline stage.
struct Task {
  Pass pass;
  int microbatch;
  int chunk;
  [[nodiscard]] bool is_forward() const { return pass == Pass::forward; }
  bool operator==(const Task&) const = default;
};

// The order in which a stage works through its tasks in one step.
// - GPipe (Huang et al., 1811.06965, sec. 2.3): all forwards, then all backwards.
// - 1F1B (Narayanan et al., 2104.04473, sec. 2.2.1): p - stage - 1 forwards to warm up, then one forward, one
// backward.
// - Interleaved 1F1B (same paper, sec. 2.2.2): 2 (p - stage - 1) + (v - 1) p forwards to warm up;
// microbatches go
//   through the chunks in groups of p.
// - ZB-H1 (Qi et al., 2401.10241, sec. 2): as 1F1B, but stage r puts off r passes for weights to the end,
// where
//   the others wait. All stages then keep as many microbatches as the first, and of 1F1B's bubble
//   (p - 1)(F + B + W) there is left (p - 1)(F + B - W) (F, B, W: seconds of a stage's three passes).
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
