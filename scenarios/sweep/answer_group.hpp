// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>
#include <vector>

#include "scenarios/sweep/question.hpp"
#include "scenarios/sweep/row.hpp"

namespace headroom::scenarios {

using PointRow = std::pair<std::size_t, SweepRow>;

// The rows of points that one simulation answers (SweepQuestion::groups), or some of them.
[[nodiscard]] std::vector<PointRow> answer_group(const SweepQuestion& question,
                                                 const std::vector<std::size_t>& points);

}  // namespace headroom::scenarios
