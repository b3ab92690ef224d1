// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <span>

namespace headroom::bench {

struct Size {
  double size, seconds;
};

// e of seconds ~ size^e: the slope of the line of least squares through the logarithms.
[[nodiscard]] inline double growth_exponent(std::span<const Size> sizes) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Size& point : sizes) {
    const double log_size = std::log(point.size), log_seconds = std::log(point.seconds);
    n += 1;
    x += log_size;
    y += log_seconds;
    xx += log_size * log_size;
    xy += log_size * log_seconds;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace headroom::bench
