// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/sweep_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/catalogue/units.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/quantity_text.hpp"

namespace headroom::scenarios {
namespace {

// The variant, where there are any, and the value of every path.
std::vector<std::string> labels_of(const SweepQuestion& question, std::size_t point) {
  std::vector<std::string> labels;
  const Variant& variant = question.variants()[question.variant_of(point)];
  if (!variant.name.empty()) labels.push_back(variant.name);
  for (std::size_t a = 0; a < question.axes().size(); ++a)
    for (const auto& values : question.axes()[a].values)
      labels.push_back(value_text(values[question.index_of(point, a)]));
  return labels;
}

std::vector<std::string> label_heads(const SweepQuestion& question) {
  std::vector<std::string> heads;
  if (!question.variants().front().name.empty()) heads.emplace_back("variant");
  for (const Axis& axis : question.axes())
    for (const std::string& path : axis.paths) heads.push_back(path.substr(path.rfind('.') + 1));
  return heads;
}

// Many points have no answer for the same reason: it stands below, once.
std::string reason_cell(const std::string& reason, std::vector<std::string>& reasons) {
  if (reason.empty()) return "";
  auto known = std::find(reasons.begin(), reasons.end(), reason);
  if (known == reasons.end()) known = reasons.insert(known, reason);
  return fmt::format("no answer ({})", known - reasons.begin() + 1);
}

}  // namespace

std::vector<Answer> answers_of(const SweepQuestion& question, std::span<const SweepRow> rows) {
  std::vector<Answer> answers(rows.size());
  for (std::size_t point = 0; point < rows.size(); ++point) {
    answers[point].scenario.variant = question.name_of(point);
    answers[point].quantities = rows[point].quantities;
    answers[point].feasible = rows[point].state == PointState::answered;
    answers[point].why_not = rows[point].reason;
  }
  return answers;
}

SweepCells sweep_cells(const SweepQuestion& question, std::span<const SweepRow> rows, std::size_t most_rows) {
  SweepCells cells;
  cells.head = label_heads(question);
  const std::vector<Answer> answers = answers_of(question, rows);
  const std::vector<std::string> names = compared_quantities(answers);
  for (const std::string& name : names) cells.head.push_back(label_of(name));
  cells.head.emplace_back("");
  const std::size_t shown = std::min(rows.size(), most_rows);
  for (std::size_t point = 0; point < shown; ++point) {
    cells.rows.push_back(labels_of(question, point));
    for (const std::string& name : names) cells.rows.back().push_back(figure_text(answers[point], name));
    cells.rows.back().push_back(reason_cell(rows[point].reason, cells.reasons));
  }
  cells.left_out = rows.size() - shown;
  return cells;
}

std::string sweep_summary(std::span<const SweepRow> rows) {
  const auto count = [&](PointState state) {
    return std::count_if(rows.begin(), rows.end(), [&](const SweepRow& row) { return row.state == state; });
  };
  const auto number = [](auto value) { return models::print_count(static_cast<double>(value)); };
  std::string text =
      fmt::format("{} of {} points answered", number(count(PointState::answered)), number(rows.size()));
  if (count(PointState::infeasible) > 0)
    text += fmt::format("; {} do not fit", number(count(PointState::infeasible)));
  if (count(PointState::refused) > 0)
    text += fmt::format("; {} cannot be", number(count(PointState::refused)));
  return text;
}

}  // namespace headroom::scenarios
