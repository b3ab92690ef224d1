// SPDX-License-Identifier: Apache-2.0
// What the table and the page both show of a sweep, as text.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/sweep/views.hpp"

namespace headroom::scenarios {

struct SweepCells {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // of the first points
  std::size_t left_out = 0;                    // points beyond
  std::vector<std::string> reasons;            // why points have no answer; rows say "no answer (1)"
};
[[nodiscard]] SweepCells sweep_cells(const SweepQuestion& question, std::span<const SweepRow> rows,
                                     std::size_t most_rows);

// "118 of 120 points answered; 2 without an answer"
[[nodiscard]] std::string sweep_summary(std::span<const SweepRow> rows);

}  // namespace headroom::scenarios
