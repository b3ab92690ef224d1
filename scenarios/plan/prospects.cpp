// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/prospects.hpp"

#include <algorithm>
#include <bit>

#include "scenarios/language/readers.hpp"
#include "scenarios/plan/layout_choice.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

struct Used {
  int servers, per_server;
};

std::vector<Used> ways_to_use(const ClusterChoice& cluster) {
  const int per_server = cluster.server.accelerators;
  std::vector<Used> ways{{cluster.servers, per_server}};
  const auto below = [](int n) { return static_cast<int>(std::bit_floor(static_cast<unsigned>(n))); };
  if (cluster.servers > 1 && below(cluster.servers) != cluster.servers)
    ways.push_back({below(cluster.servers), per_server});
  if (cluster.servers == 1 && below(per_server) != per_server) ways.push_back({1, below(per_server)});
  return ways;
}

}  // namespace

Scenario with_used(const Scenario& scenario, int servers, int per_server) {
  Scenario used = scenario;
  used.cluster.idle_servers = scenario.cluster.servers - servers;
  used.cluster.idle_per_server = scenario.cluster.server.accelerators - per_server;
  used.cluster.servers = servers;
  use_fewer_accelerators(per_server, used.cluster.server);
  return used;
}

std::vector<Prospect> prospects_of(const Scenario& scenario, std::size_t keep) {
  std::vector<Prospect> prospects;
  std::optional<Error> none;
  for (const Used& used : ways_to_use(scenario.cluster)) {
    Prospect prospect{with_used(scenario, used.servers, used.per_server), used.servers, used.per_server, {}};
    try {
      prospect.found = search_layouts_of(prospect.scenario, layouts_of(prospect.scenario), keep);
    } catch (const Error& error) {
      if (error.failure() != Failure::infeasible) throw;
      if (!none) none = error;
      continue;
    }
    prospects.push_back(std::move(prospect));
  }
  if (prospects.empty()) throw *none;
  return prospects;
}

Answer closed_form(const Scenario& scenario, const models::Layout& layout) {
  Scenario analytic = with_layout(scenario, layout);
  analytic.fidelity = models::Fidelity::analytic;
  Answer answer = predict(analytic);
  answer.scenario.fidelity = scenario.fidelity;
  return answer;
}

PlanEntry entry_of(const SweepQuestion& question, std::size_t point, Answer answer,
                   double closed_form_seconds) {
  PlanEntry entry;
  entry.point = point;
  entry.cluster = question.short_name_of(point);
  entry.closed_form_seconds = closed_form_seconds;
  const Scenario& scenario = answer.scenario;
  entry.having = cheapest(answer, scenario.limits.acquisitions);
  entry.limits = uses_of(scenario.limits, answer);
  for (const Objective objective : scenario.objectives)
    if (const auto value = value_of(objective, answer, scenario.limits.acquisitions))
      entry.objectives.push_back(*value);
  entry.answer = std::move(answer);
  return entry;
}

bool keeps_limits(const PlanEntry& entry) {
  return std::all_of(entry.limits.begin(), entry.limits.end(),
                     [](const LimitUse& use) { return use.kept(); });
}

bool is_priced(const PlanEntry& entry) {
  return entry.objectives.size() == entry.answer.scenario.objectives.size();
}

const models::Layout& PlanEntry::layout() const {
  return std::get<TrainingWorkload>(answer.scenario.workload).layout;
}

int PlanEntry::accelerators() const {
  return layout().accelerators();
}

}  // namespace headroom::scenarios
