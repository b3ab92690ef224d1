// SPDX-License-Identifier: Apache-2.0
#include "calibrate/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace headroom::calibrate {
namespace {

// Holland and Welsch 1977, table 1.
constexpr double huber_tuning = 1.345, tukey_tuning = 4.685;
constexpr double normal_over_median = 1.4826;  // 1 / the upper quartile of the normal distribution
constexpr double least_scale = 1e-12;          // residuals of exact data are rounding only

}  // namespace

double robust_weight(Loss loss, double u) {
  const double a = std::abs(u);
  switch (loss) {
    case Loss::least_squares:
      return 1;
    case Loss::huber:
      return a <= huber_tuning ? 1 : huber_tuning / a;
    case Loss::tukey:
      return a >= tukey_tuning ? 0 : std::pow(1 - std::pow(a / tukey_tuning, 2), 2);
  }
  return 1;
}

double psi_slope(Loss loss, double u) {
  const double a = std::abs(u);
  switch (loss) {
    case Loss::least_squares:
      return 1;
    case Loss::huber:
      return a <= huber_tuning ? 1 : 0;
    case Loss::tukey: {
      const double square = std::pow(a / tukey_tuning, 2);
      return square >= 1 ? 0 : (1 - square) * (1 - 5 * square);
    }
  }
  return 1;
}

double weighted_quantile(std::span<const double> values, std::span<const double> weights, double share) {
  if (values.empty()) return 0;
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double below = 0;
  for (const std::size_t i : order) {
    below += weights[i];
    if (below >= share * total) return values[i];
  }
  return values[order.back()];
}

double robust_scale(std::span<const double> residuals, std::span<const double> weights) {
  std::vector<double> sizes;
  for (const double r : residuals) sizes.push_back(std::abs(r));
  return std::max(least_scale, normal_over_median * weighted_quantile(sizes, weights, 0.5));
}

std::vector<double> equal_source_weights(std::span<const std::string> sources) {
  std::map<std::string, double> count;
  for (const std::string& source : sources) count[source] += 1;
  const double per_source = static_cast<double>(sources.size()) / static_cast<double>(count.size());
  std::vector<double> weights;
  for (const std::string& source : sources) weights.push_back(per_source / count[source]);
  return weights;
}

}  // namespace headroom::calibrate
