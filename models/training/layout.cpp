// SPDX-License-Identifier: Apache-2.0
#include "models/training/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace headroom::models {

const char* to_string(Schedule s) {
  switch (s) {
    case Schedule::gpipe:
      return "GPipe";
    case Schedule::one_forward_one_backward:
      return "1F1B";
    case Schedule::interleaved:
      return "interleaved 1F1B";
    case Schedule::zero_bubble:
      break;
  }
  return "ZB-H1";
}

const char* to_string(Offload o) {
  static constexpr const char* names[] = {"none", "optimiser", "optimiser and weights"};
  return names[static_cast<std::size_t>(o)];
}

int Layout::microbatches() const {
  return static_cast<int>(std::floor(global_batch / (microbatch * data)));
}

int Layout::effective_shard_group() const {
  if (zero_stage == 0) return 1;
  return shard_group > 0 ? shard_group : replicas();
}

// Layers that do not divide evenly go to the stages in the middle first: the ends also hold the embedding and
// the head.
std::vector<int> layers_of_stages(const Layout& layout, const Network& network) {
  if (!layout.stage_layers.empty()) return layout.stage_layers;
  const int stages = layout.pipeline * layout.virtual_stages;
  const int layers = network.layer_count();
  if (layers % stages == 0) return std::vector<int>(static_cast<std::size_t>(stages), layers / stages);
  std::vector<int> order(static_cast<std::size_t>(stages));
  std::iota(order.begin(), order.end(), 0);
  const auto distance_from_middle = [stages](int i) { return std::abs(2 * i - (stages - 1)); };
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return distance_from_middle(a) < distance_from_middle(b); });
  std::vector<int> result(order.size(), layers / stages);
  for (int i = 0; i < layers % stages; ++i)
    ++result[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
  return result;
}

}  // namespace headroom::models
