// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/scatter_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/views/html.hpp"
#include "scenarios/views/svg.hpp"

namespace headroom::scenarios::charts {
namespace {

constexpr std::size_t joined = 0, through = 2;  // series
constexpr double left = 110, right = 30, top = 34, bottom = 56, height = 420;

// Where values lie in the drawing.
struct Frame {
  double largest_x = 0, largest_y = 0;

  explicit Frame(std::span<const Series> series) {
    for (const Series& s : series)
      for (const auto& [x, y] : s.points) {
        largest_x = std::max(largest_x, x);
        largest_y = std::max(largest_y, y);
      }
    largest_x = round_up(largest_x);
    largest_y = round_up(largest_y);
  }
  [[nodiscard]] double x(double value) const {
    return left + value / largest_x * (page_width - left - right);
  }
  [[nodiscard]] double y(double value) const {
    return height - bottom - value / largest_y * (height - top - bottom);
  }
};

std::string grid(const Frame& frame, const ScatterAxis& across, const ScatterAxis& up) {
  constexpr int quarters = 4;
  std::string body;
  for (int i = 0; i <= quarters; ++i) {
    const double x = frame.largest_x * i / quarters, y = frame.largest_y * i / quarters;
    body += fmt::format("<line x1=\"{:.2f}\" x2=\"{:.2f}\" y1=\"{:.2f}\" y2=\"{:.2f}\" class=\"grid\"/>\n",
                        left, page_width - right, frame.y(y), frame.y(y));
    body += label(left - 8, frame.y(y) + 4, "end", "axis", up.print(y));
    body += label(frame.x(x), height - bottom + 18, "middle", "axis", across.print(x));
  }
  body += label((left + page_width - right) / 2, height - 8, "middle", "axis", across.title);
  return body + label(left + 8, top + 14, "start", "axis", up.title);
}

// All that shares a value with a point of the series.
std::string lines_through(const Series& series, const Frame& frame) {
  std::string lines;
  for (const auto& [x, y] : series.points)
    lines += fmt::format("<path d=\"M{0:.2f} {1:.2f}H{2:.2f}M{3:.2f} {4:.2f}V{5:.2f}\" class=\"iso\"/>\n",
                         left, frame.y(y), page_width - right, frame.x(x), height - bottom, top);
  return lines;
}

std::string points_of(const Series& series, const Frame& frame, const std::string& fill, bool by_a_line) {
  std::string points, line;
  for (const auto& [x, y] : series.points) {
    points += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\" fill=\"{}\"/>\n", frame.x(x),
                          frame.y(y), fill);
    line += fmt::format("{:.2f},{:.2f} ", frame.x(x), frame.y(y));
  }
  if (!by_a_line) return points;
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", line,
                     fill) +
         points;
}

}  // namespace

std::string scatter(std::span<const Series> series, const ScatterAxis& across, const ScatterAxis& up) {
  const Frame frame(series);
  if (!(frame.largest_x > 0 && frame.largest_y > 0)) return "";
  std::string body = grid(frame, across, up), legend;
  for (std::size_t s = 0; s < series.size(); ++s) {
    if (series[s].points.empty()) continue;
    Series sorted = series[s];
    std::sort(sorted.points.begin(), sorted.points.end());
    if (s == through) body += lines_through(sorted, frame);
    body += points_of(sorted, frame, colour(s), s == joined);
    legend += fmt::format("<span>{}{}</span> &#160; ", html::swatch(colour(s)), html::escape(sorted.name));
  }
  return svg(page_width, height, body) + "<p class=\"quiet\">" + legend + "</p>\n";
}

}  // namespace headroom::scenarios::charts
