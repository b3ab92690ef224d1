// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/smallest_change.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "models/catalogue/units.hpp"
#include "models/training/memory.hpp"
#include "scenarios/language/readers.hpp"
#include "scenarios/plan/layout_choice.hpp"
#include "scenarios/plan/prospects.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

constexpr int most_times_servers = 4;  // beyond this it is another question

std::string at(const PlanEntry& entry) {
  return entry.cluster.empty() ? "" : fmt::format(" ({})", entry.cluster);
}

std::vector<const LimitUse*> broken(const PlanEntry& entry) {
  std::vector<const LimitUse*> all;
  for (const LimitUse& use : entry.limits)
    if (!use.kept()) all.push_back(&use);
  return all;
}

double worst_excess(const PlanEntry& entry) {
  double worst = 0;
  for (const LimitUse* use : broken(entry)) worst = std::max(worst, use->excess());
  return worst;
}

// Rounded up, so that the figure as printed is enough.
std::string relaxed(const LimitUse& use) {
  constexpr double four_digits = 5e-4;
  const double enough = *use.value * (1 + four_digits);
  return fmt::format("limits.{} of {} instead of {}", use.name, print_quantity(use.quantity, enough),
                     print_quantity(use.quantity, use.limit));
}

// Misses that break nothing but one limit, by that limit, the nearest first.
std::map<std::string, std::vector<const PlanEntry*>> by_only_limit(const std::vector<PlanEntry>& misses) {
  std::map<std::string, std::vector<const PlanEntry*>> by_limit;
  for (const PlanEntry& miss : misses) {
    const auto uses = broken(miss);
    if (uses.size() == 1 && uses.front()->value && is_priced(miss))
      by_limit[uses.front()->name].push_back(&miss);
  }
  for (auto& [name, all] : by_limit)
    std::stable_sort(all.begin(), all.end(), [](const PlanEntry* a, const PlanEntry* b) {
      return worst_excess(*a) < worst_excess(*b);
    });
  return by_limit;
}

// The least that a limit must give way to, among the nearest misses as a plan would see them: simulated.
void add_relaxed(const SweepQuestion& question, const std::vector<const PlanEntry*>& nearest,
                 std::vector<std::string>& changes) {
  constexpr std::size_t most_simulated = 8;
  std::optional<PlanEntry> best;
  for (std::size_t i = 0; i < std::min(nearest.size(), most_simulated); ++i) {
    const PlanEntry& miss = *nearest[i];
    PlanEntry entry = entry_of(question, miss.point, predict(miss.answer.scenario), miss.closed_form_seconds);
    if (broken(entry).size() == 1 && (!best || worst_excess(entry) < worst_excess(*best)))
      best = std::move(entry);
  }
  if (best) changes.push_back(relaxed(*broken(*best).front()) + at(*best));
}

const PlanEntry* nearest_of(const std::vector<PlanEntry>& misses) {
  const PlanEntry* nearest = nullptr;
  for (const PlanEntry& miss : misses)
    if (nearest == nullptr || worst_excess(miss) < worst_excess(*nearest)) nearest = &miss;
  return nearest;
}

// The cluster of a scenario with another number of servers, as its file would describe it.
std::optional<Scenario> with_servers(const SweepQuestion& question, std::size_t point, int servers) {
  try {
    const Assignment set = parse_assignment(fmt::format("cluster.servers={}", servers));
    return question.scenario(point, {&set, 1});
  } catch (const Error&) {
    return std::nullopt;  // the fabric ends here
  }
}

bool is_answer(const SweepQuestion& question, std::size_t point, int servers) {
  const std::optional<Scenario> scenario = with_servers(question, point, servers);
  if (!scenario) return false;
  try {
    for (const models::JudgedLayout& judged :
         search_layouts_of(*scenario, layouts_of(*scenario), 1).frontier) {
      Answer answer = predict(with_layout(*scenario, judged.layout));
      if (!answer.feasible) continue;
      const PlanEntry entry = entry_of(question, point, std::move(answer), judged.step.seconds);
      if (is_priced(entry) && keeps_limits(entry)) return true;
    }
  } catch (const Error& error) {
    if (error.failure() == Failure::internal) throw;
  }
  return false;
}

// The fewest servers that make an answer, to one in `finest`: found by doubling what is added, then by
// halving the gap. Empty: none do.
std::optional<int> more_servers(const SweepQuestion& question, std::size_t point, int servers) {
  const int finest = std::max(1, servers / 32);
  int too_few = servers, more = finest;
  while (!is_answer(question, point, servers + more)) {
    too_few = servers + more;
    more *= 2;
    if (servers + more > most_times_servers * servers) return std::nullopt;
  }
  int enough = servers + more;
  while (enough - too_few > finest) {
    const int middle = (too_few + enough) / 2;
    (is_answer(question, point, middle) ? enough : too_few) = middle;
  }
  return enough;
}

void add_more_servers(const SweepQuestion& question, std::size_t point, std::vector<std::string>& changes) {
  Scenario scenario;
  try {
    scenario = question.scenario(point);
  } catch (const Error&) {
    return;
  }
  const int servers = scenario.cluster.servers;
  const std::optional<int> enough = more_servers(question, point, servers);
  if (!enough) return;
  const std::string name = question.short_name_of(point);
  changes.push_back(fmt::format("{} servers instead of {}{}", *enough, servers,
                                name.empty() ? "" : fmt::format(" (otherwise as {})", name)));
}

// The least memory that any accelerator would need, and where.
void add_more_memory(const SweepQuestion& question, std::vector<std::string>& changes) {
  std::string change;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t point = 0; point < question.points(); ++point) {
    try {
      const Scenario scenario = question.scenario(point);
      const models::Layout smallest = smallest_layout_of(scenario, layouts_of(scenario));
      const double needed = closed_form(scenario, smallest).training->memory.total_bytes;
      const double has = scenario.cluster.accelerator.memory_bytes;
      if (needed / has >= least) continue;
      least = needed / has;
      const std::string name = question.short_name_of(point);
      change = fmt::format(
          "accelerators with {} of memory instead of {}: tensor {} x context {} x pipeline {} x data {}{}",
          models::print_bytes(needed), models::print_bytes(has), smallest.tensor, smallest.context,
          smallest.pipeline, smallest.data, name.empty() ? "" : fmt::format(" ({})", name));
    } catch (const Error& error) {
      if (error.failure() == Failure::internal) throw;
    }
  }
  if (!change.empty()) changes.push_back(change);
}

void add_together(const PlanEntry& nearest, std::vector<std::string>& changes) {
  std::vector<std::string> all;
  for (const LimitUse* use : broken(nearest)) {
    if (!use->value) return;  // more than a limit is in the way
    all.push_back(relaxed(*use));
  }
  if (!all.empty()) changes.push_back(fmt::format("together {}{}", fmt::join(all, " and "), at(nearest)));
}

}  // namespace

std::vector<std::string> smallest_changes(const SweepQuestion& question,
                                          const std::vector<PlanEntry>& misses) {
  std::vector<std::string> changes;
  if (misses.empty()) {
    add_more_memory(question, changes);
    add_more_servers(question, question.points() - 1, changes);
    return changes;
  }
  for (const auto& [name, nearest] : by_only_limit(misses)) add_relaxed(question, nearest, changes);
  const PlanEntry& nearest = *nearest_of(misses);
  if (changes.empty()) add_together(nearest, changes);
  add_more_servers(question, nearest.point, changes);
  const bool lacks_prices = std::any_of(misses.begin(), misses.end(), [](const PlanEntry& miss) {
    return std::any_of(miss.limits.begin(), miss.limits.end(),
                       [](const LimitUse& use) { return !use.value; });
  });
  if (lacks_prices)
    changes.emplace_back(
        "prices that a limit needs and nobody knows (economics.server_price, economics.rent, --catalogue "
        "FOLDER)");
  if (std::none_of(misses.begin(), misses.end(), is_priced))
    changes.emplace_back(
        "what the objective counts: prices (economics.server_price, economics.rent, --catalogue FOLDER), for "
        "CO2 "
        "the grid (economics.region)");
  return changes;
}

}  // namespace headroom::scenarios
