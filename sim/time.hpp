// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstdint>

namespace headroom::sim {

// Simulated time is a whole number of ticks of 10 ps, so that equal times are equal whatever the order of the
// sums: 64 bit reach 2.9 years, and a nanosecond is 100 ticks.
using Ticks = std::int64_t;
inline constexpr double ticks_per_second = 1e11;
inline constexpr Ticks never = INT64_MAX;

// Nearest tick. `seconds` must be finite and below 2.9 years.
[[nodiscard]] inline Ticks to_ticks(double seconds) {
  return std::llround(seconds * ticks_per_second);
}

// Nearest tick of a time that was computed as a quotient; infinite or beyond 2.9 years: `never`. Times that
// differ in the last bits only, as those of symmetric activities may, must give the same tick although a half
// is a likely value: so the border lies a little below the half.
[[nodiscard]] inline Ticks quotient_to_ticks(double seconds) {
  constexpr double rounding = 0.5 + 1e-4;
  constexpr double beyond = 9.2e18;
  const double ticks = seconds * ticks_per_second + rounding;
  return ticks < beyond ? static_cast<Ticks>(ticks) : never;
}

[[nodiscard]] inline double to_seconds(Ticks t) {
  return static_cast<double>(t) / ticks_per_second;
}

}  // namespace headroom::sim
