// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/grid_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/views/charts.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/svg.hpp"

namespace headroom::scenarios::charts {
namespace {

constexpr double spans_much = 8;  // largest over smallest size from which an axis is logarithmic
constexpr std::size_t most_ticks = 12;
constexpr double left = 110, right = 20, top = 14, bottom = 56;

double smallest(const std::vector<double>& sizes) {
  return *std::min_element(sizes.begin(), sizes.end());
}
double largest(const std::vector<double>& sizes) {
  return *std::max_element(sizes.begin(), sizes.end());
}

// Labels of every value, or of every second, third, ... where there are many.
template <class Draw>
void for_each_tick(const GridAxis& axis, Draw draw) {
  const std::size_t stride = (axis.labels.size() + most_ticks - 1) / most_ticks;
  for (std::size_t i = 0; i < axis.labels.size(); i += stride) draw(i);
}

std::string curve(const GridFigure& figure, std::size_t row, const auto& x_of, const auto& y_of) {
  std::string body, points;
  const auto end_line = [&] {
    if (!points.empty())
      body += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>\n",
                          points, colour(row));
    points.clear();
  };
  for (std::size_t i = 0; i < figure.across.labels.size(); ++i) {
    const std::optional<double>& value = figure.values[row][i];
    if (!value) {
      end_line();
      continue;
    }
    points += fmt::format("{:.2f},{:.2f} ", x_of(i), y_of(*value));
    body += fmt::format(
        "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3.5\" fill=\"{}\"><title>{}</title></circle>\n", x_of(i),
        y_of(*value), colour(row), html::escape(figure.across.labels[i] + ": " + figure.print(*value)));
  }
  end_line();
  return body;
}

std::string legend(const GridAxis& axis) {
  if (axis.labels.size() < 2) return "";
  std::string out = "<p class=\"quiet\">" + html::escape(axis.title) + ": ";
  for (std::size_t i = 0; i < axis.labels.size(); ++i)
    out += fmt::format("<span>{}{}</span> &#160; ", html::swatch(colour(i)), html::escape(axis.labels[i]));
  return out + "</p>\n";
}

std::optional<double> extreme(const GridFigure& figure, bool (*better)(double, double)) {
  std::optional<double> found;
  for (const auto& row : figure.values)
    for (const auto& value : row)
      if (value && (!found || better(*value, *found))) found = value;
  return found;
}

std::optional<double> highest(const GridFigure& figure) {
  return extreme(figure, [](double a, double b) { return a > b; });
}
std::optional<double> lowest(const GridFigure& figure) {
  return extreme(figure, [](double a, double b) { return a < b; });
}

// From almost white to the first colour of the palette.
std::string shade(double share) {
  constexpr int light[] = {0xee, 0xf3, 0xf8}, dark[] = {0x2f, 0x6f, 0xb0};
  std::string text = "#";
  for (int i = 0; i < 3; ++i)
    text += fmt::format("{:02x}", static_cast<int>(std::lround(light[i] + share * (dark[i] - light[i]))));
  return text;
}

}  // namespace

double GridAxis::place(std::size_t i) const {
  if (labels.size() < 2) return 0.5;
  if (sizes.empty()) return static_cast<double>(i) / static_cast<double>(labels.size() - 1);
  const double low = smallest(sizes), high = largest(sizes);
  if (low > 0 && high / low >= spans_much) return std::log(sizes[i] / low) / std::log(high / low);
  return high > low ? (sizes[i] - low) / (high - low) : 0.5;
}

std::string curves(const GridFigure& figure) {
  constexpr double height = 320;
  const std::optional<double> high = highest(figure);
  if (!high || *high <= 0) return "";
  const double ceiling = round_up(*high);
  const auto x_of = [&](std::size_t i) {
    return left + figure.across.place(i) * (page_width - left - right);
  };
  const auto y_of = [&](double value) { return height - bottom - value / ceiling * (height - top - bottom); };
  std::string body;
  for (int i = 0; i <= 4; ++i) {
    const double value = ceiling * i / 4;
    body += fmt::format("<line x1=\"{}\" x2=\"{}\" y1=\"{:.2f}\" y2=\"{:.2f}\" class=\"grid\"/>\n", left,
                        page_width - right, y_of(value), y_of(value));
    body += label(left - 12, y_of(value) + 4, "end", "axis", figure.print(value));
  }
  for_each_tick(figure.across, [&](std::size_t i) {
    body += label(x_of(i), height - bottom + 20, "middle", "axis", figure.across.labels[i]);
  });
  for (std::size_t row = 0; row < figure.values.size(); ++row) body += curve(figure, row, x_of, y_of);
  body += label((left + page_width - right) / 2, height - 8, "middle", "axis", figure.across.title);
  return svg(page_width, height, body) + legend(figure.other);
}

std::string heat_map(const GridFigure& figure) {
  constexpr double tallest_cell = 26, narrowest_with_text = 62, margin_below = 46;
  const std::optional<double> low = lowest(figure), high = highest(figure);
  if (!low) return "";
  const auto columns = static_cast<double>(figure.across.labels.size());
  const auto rows = static_cast<double>(figure.other.labels.size());
  const double width = (page_width - left - right) / columns, cell = std::min(tallest_cell, 600 / rows);
  std::string body;
  for (std::size_t r = 0; r < figure.values.size(); ++r) {
    for (std::size_t c = 0; c < figure.values[r].size(); ++c) {
      const std::optional<double>& value = figure.values[r][c];
      const double x = left + static_cast<double>(c) * width, y = top + static_cast<double>(r) * cell;
      const double share = value && *high > *low ? (*value - *low) / (*high - *low) : 0;
      const std::string text = value ? figure.print(*value) : "no answer";
      body += rect(x, y, width, cell, value ? shade(share) : "#ffffff",
                   figure.across.labels[c] + ", " + figure.other.labels[r] + ": " + text);
      if (value && width > narrowest_with_text && cell >= 16)
        body += label(x + width / 2, y + cell / 2 + 4, "middle", share > 0.6 ? "inside" : "axis", text);
    }
  }
  for_each_tick(figure.across, [&](std::size_t i) {
    body += label(left + (static_cast<double>(i) + 0.5) * width, top + rows * cell + 18, "middle", "axis",
                  figure.across.labels[i]);
  });
  for_each_tick(figure.other, [&](std::size_t i) {
    body += label(left - 10, top + (static_cast<double>(i) + 0.5) * cell + 4, "end", "axis",
                  figure.other.labels[i]);
  });
  body += label((left + page_width - right) / 2, top + rows * cell + 38, "middle", "axis",
                fmt::format("across: {}; down: {}; from {} (light) to {} (dark)", figure.across.title,
                            figure.other.title, figure.print(*low), figure.print(*high)));
  return svg(page_width, top + rows * cell + margin_below, body);
}

}  // namespace headroom::scenarios::charts
