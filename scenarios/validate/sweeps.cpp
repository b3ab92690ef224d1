// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/sweeps.hpp"

#include <algorithm>
#include <set>

#include "scenarios/validate/statistics.hpp"

namespace headroom::scenarios::validation {
namespace {

constexpr std::size_t fewest_layouts = 4;  // an order of fewer says little

Sweep sweep_of(const std::string& name, const std::vector<const Outcome*>& members) {
  std::vector<double> predicted, observed;  // as times
  for (const Outcome* outcome : members) {
    const Figure& figure = outcome->figures.front();
    predicted.push_back(outcome->is_rate ? 1 / figure.predicted : figure.predicted);
    observed.push_back(outcome->is_rate ? 1 / figure.observed : figure.observed);
  }
  const auto chosen = std::min_element(predicted.begin(), predicted.end()) - predicted.begin();
  Sweep sweep{name, members.front()->source, members.size(), rank_correlation(predicted, observed), 1};
  sweep.chosen_over_best =
      observed[static_cast<std::size_t>(chosen)] / *std::min_element(observed.begin(), observed.end());
  return sweep;
}

}  // namespace

std::vector<Sweep> sweeps_of(std::span<const Outcome> outcomes) {
  std::map<std::string, std::vector<const Outcome*>> by_name;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.sweep.empty() && outcome.figures.size() == 1) by_name[outcome.sweep].push_back(&outcome);
  }
  std::vector<Sweep> sweeps;
  for (const auto& [name, members] : by_name) {
    std::set<std::string> layouts;
    for (const Outcome* outcome : members) layouts.insert(outcome->layout);
    if (layouts.size() >= fewest_layouts) sweeps.push_back(sweep_of(name, members));
  }
  return sweeps;
}

}  // namespace headroom::scenarios::validation
