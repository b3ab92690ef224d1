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

constexpr double below = 0.1, above = 0.9;
constexpr double wider_outside = 1.5;    // judgement: outside what was measured
constexpr std::size_t fewest_cases = 8;  // a tenth of fewer is no case at all
const double without_cases = std::log(2.0);

struct Residual {
  std::string source, accelerator;
  int accelerators;
  double log_ratio;
};
using Residuals = std::map<std::string, std::vector<Residual>>;  // by set

Residuals residuals_of(std::span<const Outcome> outcomes) {
  Residuals all;
  for (const Outcome& outcome : outcomes) {
    for (const Figure& figure : outcome.figures) {
      all[figure.set].push_back(
          {outcome.source, outcome.accelerator, outcome.accelerators, std::log(time_ratio(outcome, figure))});
    }
  }
  return all;
}

// What the residuals of other sources say about one source's figures of a set.
struct Band {
  std::size_t cases = 0, sources = 0;
  double low = -without_cases, high = without_cases;  // of log(predicted / observed time)
  std::set<std::string> accelerators;
  int smallest = 0, largest = 0;

  [[nodiscard]] bool outside(const Outcome& outcome) const {
    return accelerators.count(outcome.accelerator) == 0 || outcome.accelerators < smallest ||
           outcome.accelerators > largest;
  }
};

Band band_without(const std::vector<Residual>& residuals, const std::string& source) {
  std::map<std::string, double> of_source;
  for (const Residual& r : residuals) {
    if (r.source != source) of_source[r.source] += 1;
  }
  Band band;
  band.sources = of_source.size();
  std::vector<std::pair<double, double>> weighted;
  for (const Residual& r : residuals) {
    if (r.source == source) continue;
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

void set_interval(const Outcome& outcome, const Band& band, Figure& figure) {
  const double middle = (band.low + band.high) / 2;
  const double half = (band.high - band.low) / 2 * (band.outside(outcome) ? wider_outside : 1);
  // observed time = predicted time / exp(residual); for a rate the other way round.
  const double least = outcome.is_rate ? middle - half : -(middle + half);
  const double most = outcome.is_rate ? middle + half : -(middle - half);
  figure.low = figure.predicted * std::exp(least);
  figure.high = figure.predicted * std::exp(most);
}

std::string provenance_of(const Outcome& outcome, const Band& band) {
  if (band.cases < fewest_cases) return "interval: a factor of 2, too few like cases";
  return fmt::format("interval: 80 % of {} like cases from {} other sources{}", band.cases, band.sources,
                     band.outside(outcome) ? ", half as wide again outside their accelerators or scale" : "");
}

}  // namespace

void set_intervals(std::span<Outcome> outcomes, std::span<const Outcome> like) {
  const Residuals residuals = residuals_of(like);
  static const std::vector<Residual> none;
  std::map<std::pair<std::string, std::string>, Band> bands;  // by set and source
  for (Outcome& outcome : outcomes) {
    const Band* first = nullptr;
    for (Figure& figure : outcome.figures) {
      const auto [at, is_new] = bands.try_emplace({figure.set, outcome.source});
      if (is_new) {
        const auto found = residuals.find(figure.set);
        at->second = band_without(found == residuals.end() ? none : found->second, outcome.source);
      }
      set_interval(outcome, at->second, figure);
      if (first == nullptr) first = &at->second;
    }
    if (first != nullptr) outcome.provenance.push_back(provenance_of(outcome, *first));
  }
}

}  // namespace headroom::scenarios::validation
