// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "scenarios/validate/statistics.hpp"

namespace headroom::scenarios::validation {
namespace {

constexpr double below = (1 - interval_share) / 2, above = 1 - below;
constexpr double wider_outside = 1.5;    // judgement: outside what was measured
constexpr std::size_t fewest_cases = 8;  // a tenth of fewer is no case at all
const double without_cases = std::log(2.0);

// What residuals say about further cases of their set.
struct Band {
  std::size_t cases = 0, sources = 0;
  double low = -without_cases, high = without_cases;  // of log(predicted / measured time)
  std::set<std::string> accelerators;
  int smallest = 0, largest = 0;
};

Band band_of(std::span<const Residual> residuals, const std::string& set, const std::string& without_source) {
  const auto counts = [&](const Residual& r) { return r.set == set && r.source != without_source; };
  std::map<std::string, double> of_source;
  for (const Residual& r : residuals) {
    if (counts(r)) of_source[r.source] += 1;
  }
  Band band;
  band.sources = of_source.size();
  std::vector<std::pair<double, double>> weighted;
  for (const Residual& r : residuals) {
    if (!counts(r)) continue;
    weighted.emplace_back(r.log_ratio, 1 / of_source[r.source]);
    band.smallest = weighted.size() == 1 ? r.accelerators : std::min(band.smallest, r.accelerators);
    band.largest = std::max(band.largest, r.accelerators);
    band.accelerators.insert(r.accelerator);
  }
  band.cases = weighted.size();
  if (band.cases < fewest_cases) return band;
  band.low = weighted_quantile(weighted, below);
  band.high = weighted_quantile(weighted, above);
  return band;
}

TimeInterval interval_in(const Band& band, const std::string& accelerator, int accelerators,
                         const char* sources) {
  const bool is_new = band.accelerators.count(accelerator) == 0;
  const bool outside = is_new || accelerators < band.smallest || accelerators > band.largest;
  const double middle = (band.low + band.high) / 2;
  const double half = (band.high - band.low) / 2 * (outside ? wider_outside : 1);
  TimeInterval interval{std::exp(-(middle + half)), std::exp(-(middle - half)), ""};
  if (band.cases < fewest_cases) {
    interval.basis = "a factor of 2, too few like cases";
  } else {
    interval.basis = fmt::format("{:.0f} % of {} like cases from {} {}", 100 * interval_share, band.cases,
                                 band.sources, sources);
    if (outside) {
      interval.basis += fmt::format(", half as wide again: none {}",
                                    is_new ? "on this accelerator" : "on so few or so many accelerators");
    }
  }
  return interval;
}

}  // namespace

std::vector<Residual> residuals_of(std::span<const Outcome> outcomes) {
  std::vector<Residual> all;
  for (const Outcome& o : outcomes) {
    for (const Figure& figure : o.figures)
      all.push_back({figure.set, o.source, o.accelerator, o.accelerators, std::log(time_ratio(o, figure))});
  }
  return all;
}

TimeInterval time_interval(std::span<const Residual> residuals, const std::string& set,
                           const std::string& accelerator, int accelerators) {
  return interval_in(band_of(residuals, set, ""), accelerator, accelerators, "sources");
}

void set_intervals(std::span<Outcome> outcomes, std::span<const Residual> like) {
  std::map<std::pair<std::string, std::string>, Band> bands;  // by set and source
  for (Outcome& outcome : outcomes) {
    std::string basis;
    for (Figure& figure : outcome.figures) {
      const auto [at, is_new] = bands.try_emplace({figure.set, outcome.source});
      if (is_new) at->second = band_of(like, figure.set, outcome.source);
      const TimeInterval interval =
          interval_in(at->second, outcome.accelerator, outcome.accelerators, "other sources");
      figure.low = outcome.is_rate ? figure.predicted / interval.high : figure.predicted * interval.low;
      figure.high = outcome.is_rate ? figure.predicted / interval.low : figure.predicted * interval.high;
      if (basis.empty()) basis = interval.basis;
    }
    if (!basis.empty()) outcome.provenance.push_back("interval: " + basis);
  }
}

}  // namespace headroom::scenarios::validation
