// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cost.hpp"

#include <fmt/format.h>

#include "models/catalogue/unit_tables.hpp"
#include "models/economics/capex.hpp"
#include "models/economics/money.hpp"
#include "models/economics/power.hpp"
#include "models/economics/price_notes.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

void check(const EconomicsOptions& options, double busy_fraction, double run_seconds) {
  if (!(busy_fraction >= 0 && busy_fraction <= 1))
    throw bad_input(fmt::format("busy fraction must be between 0 and 1, found {}", busy_fraction));
  if (!(run_seconds >= 0))
    throw bad_input(fmt::format("run time must not be negative, found {} s", run_seconds));
  if (run_seconds == 0) return;
  if (!(options.pue >= 1)) throw bad_input(fmt::format("PUE must be at least 1, found {}", options.pue));
  if (!(options.depreciation_seconds > 0))
    throw bad_input(
        fmt::format("depreciation must be a positive time, found {} s", options.depreciation_seconds));
}

double rent_of(const Accelerator& accelerator, const EconomicsOptions& options, const Catalogue& catalogue,
               PriceNotes& notes) {
  if (options.rent_usd_per_accelerator_second) return *options.rent_usd_per_accelerator_second;
  const auto rent = catalogue.usual_rent(accelerator.id);
  if (!rent) {
    notes.say(fmt::format("no rent is known for {}: renting is not priced", accelerator.id));
    return 0;
  }
  notes.say(fmt::format("rent of {}: the median of offers on demand, {} at {} USD/h", accelerator.id,
                        rent->provider, rent->per_hour.usd));
  notes.judge("renting " + accelerator.id, rent->per_hour.date, rent->per_hour.recalled);
  return rent->per_hour.usd / units::hour;
}

void add_run(double run_seconds, const EconomicsOptions& options, long accelerators, CostReport& report) {
  report.run_energy_joules = report.average_power_watts * run_seconds * options.pue;
  const Money energy = Money::from_usd(report.run_energy_joules * options.electricity_usd_per_joule);
  const Money depreciation = Money::from_usd(report.capex_usd * run_seconds / options.depreciation_seconds);
  report.run_energy_usd = energy.usd();
  report.run_depreciation_usd = depreciation.usd();
  report.run_owned_usd = (energy + depreciation).usd();
  report.run_rented_usd = Money::from_usd(static_cast<double>(accelerators) * run_seconds *
                                          report.rent_usd_per_accelerator_second)
                              .usd();
}

}  // namespace

EconomicsOptions default_economics(const Catalogue& catalogue) {
  const Record& facts = catalogue.record("economics", "default");
  EconomicsOptions out;
  out.electricity_usd_per_joule = facts.number("usd_per_kilowatt_hour") / units::kilowatt_hour;
  out.pue = facts.number("pue");
  out.depreciation_seconds = facts.number("depreciation_years") * units::year;
  return out;
}

std::optional<double> break_even_seconds(double capex_usd, double running_usd_per_second,
                                         double rented_usd_per_second) {
  if (rented_usd_per_second <= running_usd_per_second) return std::nullopt;
  return capex_usd / (rented_usd_per_second - running_usd_per_second);
}

CostReport cost_of(const topologies::BillOfMaterials& bill, const std::string& server_id,
                   const Accelerator& accelerator, const topologies::ServerDescription& server,
                   const topologies::FabricDescription& fabric, double busy_fraction, double run_seconds,
                   const EconomicsOptions& options, const Catalogue& catalogue) {
  check(options, busy_fraction, run_seconds);
  std::optional<ServerRecord> record;
  if (server_id != "custom") record = catalogue.server(server_id, accelerator.id);
  const Purchase purchase{bill, accelerator, server, fabric, record, catalogue};
  PriceNotes notes(catalogue.date());
  CostReport report;

  Capex capex = capex_of(purchase, options.server_usd, notes);
  report.capex = std::move(capex.lines);
  report.capex_usd = capex.total.usd();
  report.network_usd = capex.network.usd();
  report.network_share = report.capex_usd > 0 ? report.network_usd / report.capex_usd : 0;

  const Power power = power_of(purchase, busy_fraction, notes);
  report.average_power_watts = power.average_watts;
  report.peak_power_watts = power.peak_watts;
  report.accelerator_peak_watts = power.accelerator_peak_watts;

  report.rent_usd_per_accelerator_second = rent_of(accelerator, options, catalogue, notes);
  if (run_seconds > 0) add_run(run_seconds, options, bill.accelerators, report);
  const double rented = static_cast<double>(bill.accelerators) * report.rent_usd_per_accelerator_second;
  if (report.capex_usd > 0 && rented > 0)
    report.break_even_seconds = break_even_seconds(
        report.capex_usd, power.average_watts * options.pue * options.electricity_usd_per_joule, rented);
  report.notes = notes.take();
  return report;
}

}  // namespace headroom::models
