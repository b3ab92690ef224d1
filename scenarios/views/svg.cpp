// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/svg.hpp"

#include <fmt/format.h>

#include "scenarios/views/html.hpp"

namespace headroom::scenarios::charts {

std::string svg(double width, double height, const std::string& body) {
  return fmt::format("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\">\n{}</svg>\n", width, height,
                     body);
}

std::string rect(double x, double y, double width, double height, const std::string& fill,
                 const std::string& title) {
  return fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
      "fill=\"{}\"><title>{}</title></rect>\n",
      x, y, width, height, fill, html::escape(title));
}

std::string label(double x, double y, const char* anchor, const char* kind, const std::string& text) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x, y,
                     anchor, kind, html::escape(text));
}

double round_up(double value) {
  double decade = 1;
  while (decade * 10 <= value) decade *= 10;
  while (decade > value) decade /= 10;
  for (const double step : {1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 4.8, 6.0, 8.0}) {
    if (decade * step >= value) return decade * step;
  }
  return decade * 10;
}

}  // namespace headroom::scenarios::charts
