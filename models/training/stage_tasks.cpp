// SPDX-License-Identifier: Apache-2.0
#include "models/training/stage_tasks.hpp"

#include <algorithm>

namespace headroom::models {

StageTasks::StageTasks(const Layout& layout, int stage)
    : all(schedule_of(layout, stage)),
      gradients_(layout.splits_backward() ? Pass::weights : Pass::backward),
      last_of_chunk_(static_cast<std::size_t>(layout.virtual_stages)) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (makes_gradients(i)) last_of_chunk_[static_cast<std::size_t>(all[i].chunk)] = i;
    if (all[i].is_forward() && all[i].microbatch == 0) returned_by = i + 1;
  }
  overlap_from = *std::min_element(last_of_chunk_.begin(), last_of_chunk_.end());
}

}  // namespace headroom::models
