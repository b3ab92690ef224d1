// SPDX-License-Identifier: Apache-2.0
// Plots as inline SVG: no scripts, no fonts, nothing from elsewhere; they print as they look.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/views/answer_lines.hpp"

namespace headroom::scenarios::charts {

// The colour of the i-th part of a whole.
[[nodiscard]] std::string colour(std::size_t i);

// One bar, the parts side by side; percentages where there is room.
[[nodiscard]] std::string stacked_bar(std::span<const Part> parts);
// A small bar for a table cell.
[[nodiscard]] std::string cell_bar(double fraction, const std::string& colour);

struct Bar {
  std::string label;
  double value;
  std::string text;  // the value as people read it
};
// Horizontal bars from zero.
[[nodiscard]] std::string bars(std::span<const Bar> bars);

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
};
// Lines over a logarithmic axis of sizes; values in bytes per second.
[[nodiscard]] std::string bandwidth_curve(std::span<const Series> series);

// Points over two equal logarithmic axes, with the line on which x = y. Values above 0; empty where there are
// none. `print` names the ticks.
[[nodiscard]] std::string log_scatter(std::span<const Series> series, const std::string& x_title,
                                      const std::string& y_title, std::string (*print)(double));

}  // namespace headroom::scenarios::charts
