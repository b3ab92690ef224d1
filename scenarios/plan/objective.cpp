// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/objective.hpp"

#include "scenarios/answer.hpp"

namespace headroom::scenarios {
namespace {

std::optional<double> figure(const Answer& answer, const char* name) {
  const auto found = answer.quantities.find(name);
  return found == answer.quantities.end() ? std::nullopt : std::optional(found->second);
}

double seconds_of(const Answer& answer) {
  return figure(answer, "run_seconds").value_or(answer.quantities.at("step_seconds"));
}

std::optional<double> usd_of(const Answer& answer, const std::vector<Acquisition>& ways) {
  const std::optional<Having> having = cheapest(answer, ways);
  return having ? std::optional(having->usd) : std::nullopt;
}

// At the meter.
std::optional<double> joules_of(const Answer& answer) {
  if (const auto run = figure(answer, "run_energy_joules")) return run;
  if (!answer.cost) return std::nullopt;
  return answer.cost->average_power_watts * answer.cost->pue * answer.quantities.at("step_seconds");
}

std::optional<double> co2_of(const Answer& answer) {
  const std::optional<double> joules = joules_of(answer);
  if (!joules || !answer.cost || !answer.cost->carbon) return std::nullopt;
  return *joules * answer.cost->carbon->kg_per_joule;
}

}  // namespace

ObjectiveNames names_of(Objective objective) {
  switch (objective) {
    case Objective::time:
      return {"time", "run_seconds"};
    case Objective::cost:
      return {"cost", "run_usd"};
    case Objective::cost_time:
      return {"cost x time", "usd_seconds"};
    case Objective::energy:
      return {"energy", "run_energy_joules"};
    case Objective::co2:
      return {"CO2", "run_co2_kg"};
    case Objective::capex:
      return {"capex", "capex_usd"};
    case Objective::power:
      break;
  }
  return {"power", "peak_power_watts"};
}

std::optional<double> value_of(Objective objective, const Answer& answer,
                               const std::vector<Acquisition>& ways) {
  switch (objective) {
    case Objective::time:
      return seconds_of(answer);
    case Objective::cost:
      return usd_of(answer, ways);
    case Objective::cost_time: {
      const std::optional<double> usd = usd_of(answer, ways);
      return usd ? std::optional(*usd * seconds_of(answer)) : std::nullopt;
    }
    case Objective::energy:
      return joules_of(answer);
    case Objective::co2:
      return co2_of(answer);
    case Objective::capex:
      return capex_of(answer);
    case Objective::power:
      break;
  }
  return figure(answer, "peak_power_watts");
}

bool dominates(std::span<const double> a, std::span<const double> b) {
  bool better = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    better = better || a[i] < b[i];
  }
  return better;
}

}  // namespace headroom::scenarios
