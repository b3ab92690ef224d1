// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {

Limits read_limits(const Values& values) {
  Limits limits;
  limits.deadline_seconds = values.if_given("limits.deadline");
  limits.budget_usd = values.if_given("limits.budget");
  limits.capex_usd = values.if_given("limits.capex");
  limits.monthly_usd = values.if_given("limits.monthly");
  limits.power_watts = values.if_given("limits.power");
  limits.accelerators = values.if_given("limits.accelerators");
  limits.memory_fraction = values.number("limits.memory");
  limits.acquisitions = values.choices<Acquisition>("limits.acquisition");
  return limits;
}

}  // namespace headroom::scenarios
