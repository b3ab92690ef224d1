// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "models/training/schedule.hpp"

namespace headroom::models {

// The tasks of a stage in their order, and those at which its gradients and parameters begin or cease to
// travel.
struct StageTasks {
  StageTasks(const Layout& layout, int stage);

  std::vector<Task> all;
  std::size_t overlap_from;     // the first after which some chunk's gradients are complete
  std::size_t returned_by = 0;  // before it, every chunk's parameters are used for the first time
  [[nodiscard]] bool makes_gradients(std::size_t task) const { return all[task].pass == gradients_; }
  [[nodiscard]] bool completes_gradients(std::size_t task) const {
    return task == last_of_chunk_[static_cast<std::size_t>(all[task].chunk)];
  }

 private:
  Pass gradients_;
  std::vector<std::size_t> last_of_chunk_;
};

}  // namespace headroom::models
