// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/gantt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/catalogue/units.hpp"
#include "scenarios/views/charts.hpp"
#include "scenarios/views/html.hpp"

namespace headroom::scenarios::charts {
namespace {

constexpr std::size_t most_rows = 48, most_operations = 200000;
constexpr double width = 900, left = 190, pitch = 17, thickness = 12, axis = 24;

struct Span {
  sim::Ticks start, finish;
  std::uint8_t category;
};

// What each stream does, in the order of time; neighbours of one kind with less than `gap` between them
// become one.
std::vector<std::vector<Span>> spans_by_stream(const models::TrainingStep& step, sim::Ticks gap) {
  const sim::Program& program = *step.program;
  std::vector<std::vector<Span>> rows(program.stream_count());
  const auto add = [&](sim::OperationId id, sim::StreamId stream) {
    if (stream.is_none()) return;
    const Span span{step.timeline->start[id.value], step.timeline->finish[id.value],
                    program.label(program.operation(id).label).category};
    if (span.finish > span.start) rows[stream.value].push_back(span);
  };
  for (std::size_t i = 0; i < program.operation_count(); ++i) {
    add(sim::OperationId(i), program.operation(sim::OperationId(i)).stream);
  }
  for (const auto& entry : program.further_entries()) add(entry.operation, entry.stream);
  for (auto& row : rows) {
    std::stable_sort(row.begin(), row.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
    std::vector<Span> joined;
    for (const Span& span : row) {
      if (!joined.empty() && joined.back().category == span.category &&
          span.start - joined.back().finish <= gap) {
        joined.back().finish = std::max(joined.back().finish, span.finish);
      } else {
        joined.push_back(span);
      }
    }
    row = std::move(joined);
  }
  return rows;
}

double x_of(sim::Ticks t, sim::Ticks end) {
  return left + static_cast<double>(t) / static_cast<double>(end) * (width - left);
}

std::string row_markup(const std::vector<Span>& row, const std::string& name, double y, sim::Ticks end) {
  std::string out = fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" class=\"axis\">{}</text>\n",
                                left - 8, y + thickness - 2, html::escape(name));
  for (const Span& span : row) {
    const double x = x_of(span.start, end);
    out += fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" fill=\"{}\"/>\n", x, y,
                       std::max(x_of(span.finish, end) - x, 0.3), thickness,
                       category_colour(static_cast<models::StepCategory>(span.category)));
  }
  return out;
}

std::string axis_markup(double y, sim::Ticks end) {
  constexpr int ticks = 5;
  std::string out;
  for (int i = 0; i <= ticks; ++i) {
    const sim::Ticks t = end / ticks * i;
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"axis\">{}</text>\n",
                       x_of(t, end), y + 16, i == ticks ? "end" : "middle",
                       html::escape(models::print_seconds(sim::to_seconds(t))));
  }
  return out;
}

}  // namespace

std::string category_colour(models::StepCategory category) {
  // As the parts of the step in answer_lines.cpp: compute, tensor, pipeline, data, (bubble), optimiser,
  // input.
  switch (category) {
    case models::StepCategory::compute:
      return colour(0);
    case models::StepCategory::tensor:
      return colour(1);
    case models::StepCategory::pipeline:
      return colour(2);
    case models::StepCategory::data:
      return colour(3);
    case models::StepCategory::optimiser:
      return colour(5);
    case models::StepCategory::input:
      return colour(6);
  }
  return colour(0);
}

std::string gantt(const models::TrainingStep& step) {
  if (!step.program || !step.timeline || step.program->operation_count() > most_operations) return "";
  const sim::Ticks end = step.timeline->makespan;
  if (end <= 0) return "";
  const auto rows = spans_by_stream(step, end / static_cast<sim::Ticks>(width));
  const auto busy = static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [](const auto& row) { return !row.empty(); }));
  if (busy == 0 || busy > most_rows) return "";
  std::string body;
  double y = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) continue;
    body += row_markup(rows[i], step.program->stream_name(sim::StreamId(i)), y, end);
    y += pitch;
  }
  body += axis_markup(y, end);
  return fmt::format("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\">\n{}</svg>\n", width, y + axis,
                     body);
}

}  // namespace headroom::scenarios::charts
