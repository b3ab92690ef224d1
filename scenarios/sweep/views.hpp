// SPDX-License-Identifier: Apache-2.0
// A sweep as a table, CSV, JSON and a page: views of its question and the row of every point.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/answer.hpp"
#include "scenarios/sweep/question.hpp"
#include "scenarios/sweep/row.hpp"

namespace headroom::scenarios {

// For reading: what is varied and the telling figures, a line a point; long sweeps are cut.
[[nodiscard]] std::string sweep_table(const SweepQuestion& question, std::span<const SweepRow> rows,
                                      bool bold);
// A line a point: point, variant, a column for each path that is varied, state, reason, limit, warnings, and
// a column for each figure that any point has.
[[nodiscard]] std::string sweep_csv(const SweepQuestion& question, std::span<const SweepRow> rows);
// {"name", "question", "axes": [{path: [values]}], "points": [{"at", "state", "quantities"}], "expected"}
[[nodiscard]] std::string sweep_json(const SweepQuestion& question, std::span<const SweepRow> rows);
// One self-contained page: every figure over the axes, and the table.
[[nodiscard]] std::string sweep_html(const SweepQuestion& question, std::span<const SweepRow> rows);

// The rows as far as they are answers, for what compares answers and holds them to bands.
[[nodiscard]] std::vector<Answer> answers_of(const SweepQuestion& question, std::span<const SweepRow> rows);

}  // namespace headroom::scenarios
