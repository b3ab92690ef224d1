// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/program.hpp"

namespace headroom::sim {

// Who waits for whom, in the form in which a run asks: the operations that wait for one, side by side.
struct Dependencies {
  explicit Dependencies(const Program& program);

  [[nodiscard]] std::span<const std::uint32_t> waiting_for(std::uint32_t operation) const {
    return std::span(successors).subspan(first[operation], first[operation + 1] - first[operation]);
  }

  std::vector<std::uint32_t> first, successors;
  // By operation: how many prerequisites it has; a joint operation also waits for each missing participant.
  std::vector<std::uint32_t> awaited;
};

}  // namespace headroom::sim
