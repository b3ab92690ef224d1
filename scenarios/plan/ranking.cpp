// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/ranking.hpp"

#include <algorithm>
#include <limits>

#include "scenarios/plan/objective.hpp"

namespace headroom::scenarios {
namespace {

using AllValues = std::vector<std::vector<double>>;

// What the frontier weighs against each other.
std::vector<double> weighed(const PlanEntry& entry) {
  if (entry.objectives.size() > 1) return entry.objectives;
  const auto& ways = entry.answer.scenario.limits.acquisitions;
  const double unknown = std::numeric_limits<double>::infinity();
  return {*value_of(Objective::time, entry.answer, ways),
          value_of(Objective::cost, entry.answer, ways).value_or(unknown)};
}

// Of equals the first stays.
bool is_beaten(const AllValues& values, std::size_t i) {
  for (std::size_t other = 0; other < values.size(); ++other)
    if (dominates(values[other], values[i]) || (other < i && values[other] == values[i])) return true;
  return false;
}

}  // namespace

void rank(std::vector<PlanEntry>& ranked) {
  AllValues values;
  for (const PlanEntry& entry : ranked) values.push_back(weighed(entry));
  for (std::size_t i = 0; i < ranked.size(); ++i) ranked[i].on_frontier = !is_beaten(values, i);
  std::stable_sort(ranked.begin(), ranked.end(), [](const PlanEntry& a, const PlanEntry& b) {
    const bool by_frontier = a.objectives.size() > 1 && a.on_frontier != b.on_frontier;
    return by_frontier ? a.on_frontier : a.objectives.front() < b.objectives.front();
  });
}

std::vector<PlanEntry> best_of(std::vector<PlanEntry> ranked, std::size_t count) {
  std::vector<PlanEntry> best;
  std::size_t further = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i)
    if (i < count || (ranked[i].on_frontier && further++ < count)) best.push_back(std::move(ranked[i]));
  return best;
}

}  // namespace headroom::scenarios
