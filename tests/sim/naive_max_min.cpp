// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/naive_max_min.hpp"

#include <algorithm>
#include <limits>

namespace headroom::sim::test {

namespace {
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double not_frozen = -1;
// Levels that differ by less are one level.
constexpr double same = 1 + 1e-13;

// At which level each resource saturates.
std::vector<double> saturation_levels(std::span<const double> capacities,
                                      std::span<const NaiveActivity> activities,
                                      const std::vector<double>& rates) {
  std::vector<double> left(capacities.begin(), capacities.end()), weight(capacities.size());
  for (std::size_t a = 0; a < activities.size(); ++a) {
    for (const Demand& demand : activities[a].demands) {
      if (rates[a] == not_frozen) {
        weight[demand.resource.value] += activities[a].share * demand.per_unit;
      } else {
        left[demand.resource.value] -= rates[a] * demand.per_unit;
      }
    }
  }
  for (std::size_t r = 0; r < left.size(); ++r) {
    left[r] = weight[r] > 0 ? left[r] / weight[r] : infinite;
  }
  return left;
}

// At which level the activity freezes if no other freezes before.
double freezing_level(const NaiveActivity& activity, const std::vector<double>& saturation) {
  double level = activity.rate_cap / activity.share;
  for (const Demand& demand : activity.demands) {
    level = std::min(level, saturation[demand.resource.value]);
  }
  return level;
}

}  // namespace

std::vector<double> naive_max_min(std::span<const double> capacities,
                                  std::span<const NaiveActivity> activities) {
  std::vector<double> rates(activities.size(), not_frozen);
  while (std::find(rates.begin(), rates.end(), not_frozen) != rates.end()) {
    const std::vector<double> saturation = saturation_levels(capacities, activities, rates);
    double level = infinite;
    for (std::size_t a = 0; a < activities.size(); ++a) {
      if (rates[a] == not_frozen) {
        level = std::min(level, freezing_level(activities[a], saturation));
      }
    }
    for (std::size_t a = 0; a < activities.size(); ++a) {
      if (rates[a] == not_frozen && freezing_level(activities[a], saturation) <= level * same) {
        rates[a] = std::min(activities[a].share * level, activities[a].rate_cap);
      }
    }
  }
  return rates;
}

}  // namespace headroom::sim::test
