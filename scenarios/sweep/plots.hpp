// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/sweep/question.hpp"
#include "scenarios/sweep/row.hpp"
#include "scenarios/views/grid_charts.hpp"

namespace headroom::scenarios {

// How figures go over the grid of a sweep: curves over its longest axis of numbers, one for each value of the
// next longest; a heat map where those are many. Further axes: a plot for each of their values.
class SweepPlots {
 public:
  SweepPlots(const SweepQuestion& question, std::span<const SweepRow> rows);
  // Markup of all plots of one figure.
  [[nodiscard]] std::string of(const std::string& quantity) const;

 private:
  // What a point is told apart by: variants and axes that have several values.
  struct Dimension {
    charts::GridAxis axis;
    std::vector<std::size_t> index_of;  // by point
  };
  void add_variants();
  void add_axis(std::size_t axis);
  [[nodiscard]] std::string slice(const std::string& quantity, std::vector<std::size_t> fixed) const;

  const SweepQuestion& question_;
  std::span<const SweepRow> rows_;
  std::vector<Dimension> dimensions_;  // the first two are drawn, the others are fixed in each plot
};

}  // namespace headroom::scenarios
