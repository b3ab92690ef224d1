// SPDX-License-Identifier: Apache-2.0
// Plots of a figure over one or two axes of a grid.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::scenarios::charts {

// One axis of a grid: what its values are called and, where all are numbers, their sizes.
struct GridAxis {
  std::string title;
  std::vector<std::string> labels;
  std::vector<double> sizes;  // empty: not numbers; values then lie at equal distances

  // Where value i lies, from 0 to 1: by its size, by the logarithm where the sizes span much.
  [[nodiscard]] double place(std::size_t i) const;
};

struct GridFigure {
  std::string name;
  GridAxis across, other;                                  // `other` may have a single value
  std::vector<std::vector<std::optional<double>>> values;  // [other][across]; empty: no answer
  std::function<std::string(double)> print;
};

// A line over `across` for each value of `other`, from zero; gaps where there is no answer.
[[nodiscard]] std::string curves(const GridFigure& figure);
// A cell for each pair of values, darker where the figure is larger.
[[nodiscard]] std::string heat_map(const GridFigure& figure);

}  // namespace headroom::scenarios::charts
