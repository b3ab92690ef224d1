// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/gantt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "models/catalogue/units.hpp"
#include "scenarios/views/charts.hpp"
#include "scenarios/views/html.hpp"

namespace headroom::scenarios::charts {
namespace {

constexpr std::size_t most_rows = 48, most_operations = 2000000;
constexpr double width = 900, left = 235, pitch = 17, thickness = 12, axis = 24;
constexpr std::size_t slices = 350;  // of the time axis: about two units of the drawing each
constexpr std::size_t categories = 6;

// How much of each slice of the step a stream spends on each kind of work, 0 to 1.
using Slice = std::array<double, categories>;
using Row = std::vector<Slice>;

void add_span(Row& row, sim::Ticks start, sim::Ticks finish, std::size_t category, sim::Ticks end) {
  const double scale = static_cast<double>(slices) / static_cast<double>(end);
  const double from = static_cast<double>(start) * scale, to = static_cast<double>(finish) * scale;
  if (row.empty()) row.resize(slices);
  for (auto i = static_cast<std::size_t>(from); i < slices && static_cast<double>(i) < to; ++i) {
    const double begin = std::max(from, static_cast<double>(i)),
                 stop = std::min(to, static_cast<double>(i + 1));
    row[i][category] += stop - begin;
  }
}

// By stream; a row stays empty when the stream never works.
std::vector<Row> rows_of(const models::TrainingStep& step) {
  const sim::Program& program = *step.program;
  const sim::Timeline& timeline = *step.timeline;
  std::vector<Row> rows(program.stream_count());
  const auto add = [&](sim::OperationId id, sim::StreamId stream) {
    const sim::Ticks start = timeline.start[id.value], finish = timeline.finish[id.value];
    if (stream.is_none() || finish <= start) return;
    const auto category = std::size_t{program.label(program.operation(id).label).category};
    add_span(rows[stream.value], start, finish, std::min(category, categories - 1), timeline.makespan);
  };
  for (std::size_t i = 0; i < program.operation_count(); ++i) {
    add(sim::OperationId(i), program.operation(sim::OperationId(i)).stream);
  }
  for (const auto& entry : program.further_entries()) add(entry.operation, entry.stream);
  // To a twentieth: what the eye can tell, and neighbours that look alike become one.
  for (Row& row : rows) {
    for (Slice& slice : row) {
      for (double& share : slice) share = static_cast<double>(std::lround(share * 20)) / 20;
    }
  }
  return rows;
}

// The kinds of work stacked on each other, as high as their share of the slice.
std::string slice_markup(const Slice& slice, double x, double length, double y) {
  std::string out;
  double base = y + thickness;
  for (std::size_t c = 0; c < categories; ++c) {
    if (slice[c] <= 0) continue;
    const double height = slice[c] * thickness;
    base -= height;
    out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                       x, base, length, height, category_colour(static_cast<models::StepCategory>(c)));
  }
  return out;
}

std::string row_markup(const Row& row, const std::string& name, double y) {
  constexpr double slice_width = (width - left) / slices;
  std::string out = fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" class=\"axis\">{}</text>\n",
                                left - 8, y + thickness - 2, html::escape(name));
  for (std::size_t i = 0; i < row.size();) {
    std::size_t next = i + 1;
    while (next < row.size() && row[next] == row[i]) ++next;
    out += slice_markup(row[i], left + static_cast<double>(i) * slice_width,
                        static_cast<double>(next - i) * slice_width, y);
    i = next;
  }
  return out;
}

std::string axis_markup(double y, sim::Ticks end) {
  constexpr int ticks = 5;
  std::string out;
  for (int i = 0; i <= ticks; ++i) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"axis\">{}</text>\n",
                       left + (width - left) * i / ticks, y + 16, i == ticks ? "end" : "middle",
                       html::escape(models::print_seconds(sim::to_seconds(end) * i / ticks)));
  }
  return out;
}

}  // namespace

std::string category_colour(models::StepCategory category) {
  // As the parts of the step in answer_lines.cpp: compute, tensor, expert, context, pipeline, data,
  // (bubble), optimiser, input.
  switch (category) {
    case models::StepCategory::compute:
      return colour(0);
    case models::StepCategory::tensor:
      return colour(1);
    case models::StepCategory::expert:
      return colour(2);
    case models::StepCategory::context:
      return colour(3);
    case models::StepCategory::pipeline:
      return colour(4);
    case models::StepCategory::data:
      return colour(5);
    case models::StepCategory::optimiser:
      return colour(7);
    case models::StepCategory::input:
      return colour(8);
  }
  return colour(0);
}

std::string gantt(const models::TrainingStep& step) {
  if (!step.program || !step.timeline || step.program->operation_count() > most_operations) return "";
  if (step.timeline->makespan <= 0) return "";
  const std::vector<Row> rows = rows_of(step);
  std::string body;
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty()) continue;
    if (++drawn > most_rows) return "";
    body += row_markup(rows[i], step.program->stream_name(sim::StreamId(i)),
                       static_cast<double>(drawn - 1) * pitch);
  }
  const double height = static_cast<double>(drawn) * pitch;
  body += axis_markup(height, step.timeline->makespan);
  return fmt::format("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\">\n{}</svg>\n", width,
                     height + axis, body);
}

}  // namespace headroom::scenarios::charts
