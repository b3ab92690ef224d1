// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "models/economics/cost_report.hpp"
#include "models/economics/money.hpp"
#include "models/economics/terms.hpp"

namespace headroom::models {

// What running the machines costs, USD per second of the calendar.
struct Running {
  double energy_in_use = 0, energy_idle = 0;  // of a second in use, of one that is not
  double space = 0, maintenance = 0, staff = 0, software = 0;
  // At a utilisation.
  [[nodiscard]] double energy(double u) const { return energy_idle + u * (energy_in_use - energy_idle); }
  [[nodiscard]] double sum(double u) const { return energy(u) + space + maintenance + staff + software; }
};

// Someone who buys machines and runs them. Rents are of the whole cluster.
struct Owner {
  double capex_usd = 0, residual_usd = 0, interest = 0, life_seconds = 0;
  Running running;

  // Per second of the calendar, when the machines are used for `horizon_seconds`; after their life they are
  // bought again.
  [[nodiscard]] double usd_per_second(double utilisation, double horizon_seconds) const;
  // What a dollar more of purchase would add to that.
  [[nodiscard]] double usd_per_second_and_usd(double horizon_seconds) const;
  // Time until owning has cost less than `rented_usd_per_second`; empty: not in the machines' life.
  [[nodiscard]] std::optional<double> break_even_seconds(double rented_usd_per_second,
                                                         double utilisation) const;
  // Utilisation from which owning costs less than a rent that is paid for seconds in use only.
  [[nodiscard]] std::optional<double> break_even_utilisation(double rented_usd_per_second,
                                                             double horizon_seconds) const;
};

// `report` has capex and power.
[[nodiscard]] Owner owner_of(const CostReport& report, long accelerators, const EconomicsOptions& options,
                             const Terms& terms);

// The lines of owning, by month and for the run, and their sums.
void add_ownership(const Owner& owner, const EconomicsOptions& options, const Terms& terms,
                   CostReport& report);

}  // namespace headroom::models
