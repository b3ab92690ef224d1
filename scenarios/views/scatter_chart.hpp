// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/views/charts.hpp"

namespace headroom::scenarios::charts {

struct ScatterAxis {
  std::string title;
  std::string (*print)(double);
};
// Points over two axes that begin at zero, the first series joined by a line, dashed lines through the points
// of the third; a legend below. Empty where there are no points.
[[nodiscard]] std::string scatter(std::span<const Series> series, const ScatterAxis& across,
                                  const ScatterAxis& up);

}  // namespace headroom::scenarios::charts
