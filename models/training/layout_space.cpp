// SPDX-License-Identifier: Apache-2.0
#include "models/training/layout_space.hpp"

#include <cmath>

namespace headroom::models {
namespace {

std::vector<int> divisors(int n) {
  std::vector<int> all;
  for (int i = 1; i <= n; ++i)
    if (n % i == 0) all.push_back(i);
  return all;
}

class Space {
 public:
  Space(const Network& network, int accelerators, double global_batch)
      : network_(network), accelerators_(accelerators) {
    layout_.global_batch = global_batch;
  }

  std::vector<Layout> all() {
    for (const int tensor : divisors(accelerators_)) {
      if (!network_.tensor_width_problem(tensor).empty()) continue;
      layout_.tensor = tensor;
      for (const int pipeline : divisors(accelerators_ / tensor)) {
        if (pipeline > network_.layer_count()) break;
        layout_.pipeline = pipeline;
        layout_.data = accelerators_ / tensor / pipeline;
        with_batches();
      }
    }
    return std::move(found_);
  }

 private:
  void with_batches() {
    const double samples = layout_.global_batch / layout_.data;
    if (samples != std::floor(samples) || samples < 1) return;
    for (const int microbatch : divisors(static_cast<int>(samples))) {
      layout_.microbatch = microbatch;
      with_schedules();
    }
  }

  void with_schedules() {
    const auto with = [&](Schedule schedule, int virtual_stages) {
      layout_.schedule = schedule;
      layout_.virtual_stages = virtual_stages;
      with_the_rest();
    };
    with(Schedule::one_forward_one_backward, 1);
    const int p = layout_.pipeline;
    if (p == 1) return;
    with(Schedule::gpipe, 1);
    if (network_.layer_count() % p != 0 || layout_.microbatches() % p != 0) return;
    for (const int chunks : divisors(network_.layer_count() / p))
      if (chunks > 1) with(Schedule::interleaved, chunks);
  }

  void with_the_rest() {
    const bool splits_sequence =
        layout_.tensor > 1 && std::fmod(network_.units_per_sample(), layout_.tensor) == 0;
    for (const bool sequence_parallel : {false, true}) {
      if (sequence_parallel && !splits_sequence) continue;
      layout_.sequence_parallel = sequence_parallel;
      for (const Recomputation r : {Recomputation::none, Recomputation::selective, Recomputation::full}) {
        layout_.recomputation = r;
        for (int zero = 0; zero <= (layout_.data > 1 ? 3 : 0); ++zero) {
          layout_.zero_stage = zero;
          found_.push_back(layout_);
        }
      }
    }
  }

  const Network& network_;
  int accelerators_;
  Layout layout_;
  std::vector<Layout> found_;
};

}  // namespace

std::vector<Layout> all_layouts(const Network& network, int accelerators, double global_batch) {
  return Space(network, accelerators, global_batch).all();
}

}  // namespace headroom::models
