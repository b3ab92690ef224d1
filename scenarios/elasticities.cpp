// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "scenarios/machine_parts.hpp"
#include "scenarios/plan/layout_choice.hpp"
#include "scenarios/simulate_parts.hpp"

namespace headroom::scenarios {
namespace {

using models::CostKind;
using models::CostReport;

constexpr double a_tenth = 0.1, a_tenth_more = 1 + a_tenth;

// A tenth of what the parts of these kinds cost; empty where none is among the purchase, or none has a price.
std::optional<double> tenth_of(const CostReport& cost, std::span<const CostKind> kinds) {
  double usd = 0;
  for (const models::CostLine& line : cost.capex)
    if (std::find(kinds.begin(), kinds.end(), line.kind) != kinds.end()) usd += line.usd;
  if (usd <= 0) return std::nullopt;
  return a_tenth * usd;
}

// What stands in an accelerator or a server is not sold by itself; for a tenth of their price a tenth more of
// them are had.
std::string basis_of(std::span<const CostKind> kinds) {
  switch (kinds.front()) {
    case CostKind::network:
      return "a tenth of the network";
    case CostKind::storage:
      return "a tenth of the storage";
    case CostKind::servers:
      return "at most: a tenth of the servers";
    default:
      return "at most: a tenth of the accelerators";
  }
}

// With the change a step takes `after.step_seconds`, and owning the cluster costs by the second what it did
// but for power, plus the price of the part over its life:
//   price of a step = (owned + usd x owned_per_usd) x seconds; worth is the usd at which it stays what it
//   was.
void add_money(const Answer& answer, const models::TrainingStep& after, std::span<const CostKind> kinds,
               Elasticity& elasticity) {
  if (!answer.cost || answer.cost->ownership.empty()) return;
  const double now = answer.cost->owned_usd_per_second_of_use * answer.training->step_seconds;
  const double per_usd = answer.cost->owned_usd_per_second_of_use_and_usd;
  const double owned = cost_of_step(answer.scenario, after, 0).owned_usd_per_second_of_use;
  const double seconds = elasticity.step_seconds;
  elasticity.worth_usd = (now / seconds - owned) / per_usd;
  if (kinds.empty()) return;
  elasticity.usd = tenth_of(*answer.cost, kinds);
  if (!elasticity.usd) return;
  elasticity.basis = basis_of(kinds);
  elasticity.step_usd_change = (owned + *elasticity.usd * per_usd) * seconds / now - 1;
}

// More memory helps a layout that is chosen: it is chosen again.
models::TrainingStep with_more_memory(const Scenario& asked) {
  Scenario changed = asked;
  changed.cluster.accelerator.memory_bytes *= a_tenth_more;
  changed = with_chosen_layout(changed);
  return Resimulation(changed, std::get<TrainingWorkload>(changed.workload)).as_it_is();
}

}  // namespace

void add_elasticities(const Scenario& asked, Answer& answer) {
  const auto& workload = std::get<TrainingWorkload>(answer.scenario.workload);
  const Resimulation again(answer.scenario, workload);
  if (!again.is_cheap()) return;
  const double ratio = answer.training->step_seconds / again.as_it_is().step_seconds;
  const auto tell = [&](const char* part, const models::TrainingStep& after,
                        std::span<const CostKind> kinds) {
    Elasticity elasticity{.part = part, .step_seconds = after.step_seconds * ratio};
    add_money(answer, after, kinds, elasticity);
    answer.elasticities.push_back(std::move(elasticity));
  };
  for (const MachinePart part : all_parts)
    tell(name_of(part), again.with({&part, 1}, a_tenth_more), bought_as(part));
  if (leaves_layout_open(asked))
    tell("device memory, the layout chosen again", with_more_memory(asked), bought_as(MachinePart::memory));
  std::stable_sort(answer.elasticities.begin(), answer.elasticities.end(),
                   [](const Elasticity& a, const Elasticity& b) { return a.step_seconds < b.step_seconds; });
}

}  // namespace headroom::scenarios
