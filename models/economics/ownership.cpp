// SPDX-License-Identifier: Apache-2.0
#include "models/economics/ownership.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/catalogue/unit_tables.hpp"
#include "models/catalogue/units.hpp"
#include "models/economics/annuity.hpp"

namespace headroom::models {
namespace {

std::string percent_a_year(double fraction) {
  return print_number(100 * fraction) + " % a year";
}

// Lines of one report; amounts in USD per second of the calendar.
class Lines {
 public:
  explicit Lines(CostReport& report) : report_(report) {}

  void add(std::string part, bool opex, double usd_per_second, std::string basis, std::string source) {
    if (usd_per_second == 0) return;
    const Money month = Money::from_price(usd_per_second * units::month);
    // A run bears the calendar time that its time in use stands for.
    const Money run = Money::from_usd(usd_per_second * report_.run_seconds / report_.utilisation);
    report_.ownership.push_back(
        {std::move(part), std::move(basis), opex, month.usd(), run.usd(), std::move(source)});
    month_ += month;
    if (opex) opex_ += month;
    run_ += run;
  }

  void sum() {
    report_.owned_usd_per_month = month_.usd();
    report_.opex_usd_per_month = opex_.usd();
    report_.run_owned_usd = run_.usd();
    report_.tco_usd = Money::from_price(month_.usd() * report_.life_seconds / units::month).usd();
  }

 private:
  CostReport& report_;
  Money month_, opex_, run_;
};

void add_purchase(const Owner& owner, const Terms& terms, Lines& lines) {
  const double depreciation = (owner.capex_usd - owner.residual_usd) / owner.life_seconds;
  const double years = owner.life_seconds / units::year;
  const double annuity =
      yearly_cost(owner.capex_usd, owner.residual_usd, owner.interest, years) / units::year;
  std::string basis =
      fmt::format("{} over {}", print_money(owner.capex_usd), print_seconds(owner.life_seconds));
  if (owner.residual_usd > 0) basis += fmt::format(", {} left", print_money(owner.residual_usd));
  lines.add("depreciation", false, depreciation, std::move(basis), terms.life.source);
  lines.add("cost of capital", false, annuity - depreciation, percent_a_year(owner.interest),
            terms.interest.source);
}

void add_energy(const Running& running, const Terms& terms, const CostReport& report, Lines& lines) {
  const auto basis = [&](double watts) {
    return fmt::format("{} x PUE {} at {}", print_watts(watts), print_number(report.pue),
                       print_energy_price(terms.electricity.value));
  };
  lines.add("energy in use", true, running.energy_in_use * report.utilisation,
            basis(report.average_power_watts), terms.electricity.source);
  lines.add("energy idle", true, running.energy_idle * (1 - report.utilisation),
            basis(report.idle_power_watts), terms.electricity.source);
}

}  // namespace

double Owner::usd_per_second(double utilisation, double horizon_seconds) const {
  const double years = std::min(horizon_seconds, life_seconds) / units::year;
  return yearly_cost(capex_usd, residual_usd, interest, years) / units::year + running.sum(utilisation);
}

double Owner::usd_per_second_and_usd(double horizon_seconds) const {
  if (capex_usd <= 0) return 0;
  const double years = std::min(horizon_seconds, life_seconds) / units::year;
  return (yearly_cost(capex_usd, residual_usd, interest, years) / units::year + running.maintenance) /
         capex_usd;
}

std::optional<double> Owner::break_even_seconds(double rented_usd_per_second, double utilisation) const {
  const double saving = (rented_usd_per_second - running.sum(utilisation)) * units::year;
  const auto years = pay_back_years(capex_usd, residual_usd, saving, interest);
  if (!years || *years * units::year > life_seconds) return std::nullopt;
  return *years * units::year;
}

std::optional<double> Owner::break_even_utilisation(double rented_usd_per_second,
                                                    double horizon_seconds) const {
  // owned(0) + u x (owned(1) - owned(0)) = u x rented
  const double unused = usd_per_second(0, horizon_seconds);
  const double saved = rented_usd_per_second - (usd_per_second(1, horizon_seconds) - unused);
  if (saved <= 0 || unused > saved) return std::nullopt;
  return unused / saved;
}

Owner owner_of(const CostReport& report, long accelerators, const EconomicsOptions& options,
               const Terms& terms) {
  const double usd_per_watt = report.pue * terms.electricity.value;
  Owner owner{report.capex_usd,
              report.capex_usd * options.residual_fraction,
              terms.interest.value,
              terms.life.value,
              {}};
  owner.running = {
      .energy_in_use = report.average_power_watts * usd_per_watt,
      .energy_idle = report.idle_power_watts * usd_per_watt,
      .space = report.peak_power_watts * terms.space.value,
      .maintenance = report.capex_usd * terms.maintenance.value / units::year,
      .staff = options.engineers * terms.engineer.value,
      .software = static_cast<double>(accelerators) * options.software_usd_per_accelerator_second};
  return owner;
}

void add_ownership(const Owner& owner, const EconomicsOptions& options, const Terms& terms,
                   CostReport& report) {
  Lines lines(report);
  const Running& running = owner.running;
  add_purchase(owner, terms, lines);
  add_energy(running, terms, report, lines);
  lines.add(
      "space", true, running.space,
      fmt::format("{} at {}", print_watts(report.peak_power_watts), print_space_price(terms.space.value)),
      terms.space.source);
  lines.add("maintenance", true, running.maintenance,
            percent_a_year(terms.maintenance.value) + " of the purchase", terms.maintenance.source);
  lines.add("staff", true, running.staff,
            fmt::format("{} engineers at {} a year", print_number(options.engineers),
                        print_money(terms.engineer.value * units::year)),
            terms.engineer.source);
  lines.add(
      "software", true, running.software,
      print_money(options.software_usd_per_accelerator_second * units::year) + " an accelerator and year",
      "scenario");
  lines.sum();
  report.owned_usd_per_second_of_use =
      owner.usd_per_second(report.utilisation, report.life_seconds) / report.utilisation;
  report.owned_usd_per_second_of_use_and_usd =
      owner.usd_per_second_and_usd(report.life_seconds) / report.utilisation;
}

}  // namespace headroom::models
