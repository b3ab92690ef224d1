// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cost.hpp"

#include <fmt/format.h>

#include "models/economics/annuity.hpp"
#include "models/economics/capex.hpp"
#include "models/economics/carbon.hpp"
#include "models/economics/ownership.hpp"
#include "models/economics/power.hpp"
#include "models/economics/racks.hpp"
#include "models/economics/renting.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

void check(const CostQuestion& question) {
  if (!(question.busy_fraction >= 0 && question.busy_fraction <= 1))
    throw bad_input(fmt::format("busy fraction must be between 0 and 1, found {}", question.busy_fraction));
  if (!(question.run_seconds >= 0))
    throw bad_input(fmt::format("run time must not be negative, found {} s", question.run_seconds));
}

void add_power(const Power& power, CostReport& report) {
  report.power = power.lines;
  report.average_power_watts = power.average_watts;
  report.peak_power_watts = power.peak_watts;
  report.accelerator_peak_watts = power.accelerator_peak_watts;
  report.idle_power_watts = power.idle_watts;
  report.run_energy_joules = power.average_watts * report.run_seconds * report.pue;
}

void add_capex(Capex capex, CostReport& report) {
  report.capex = std::move(capex.lines);
  report.capex_usd = capex.total.usd();
  report.capex_complete = capex.complete;
  report.network_usd = capex.network.usd();
  report.network_share = report.capex_usd > 0 ? report.network_usd / report.capex_usd : 0;
}

void say_what_is_not_counted(const EconomicsOptions& options, PriceNotes& notes) {
  std::string parts;
  const auto miss = [&](bool counted, const char* part) {
    if (!counted) parts += (parts.empty() ? "" : ", ") + std::string(part);
  };
  miss(options.storage_bytes > 0, "storage");
  miss(options.rack_usd.has_value(), "racks");
  miss(options.spare_fraction > 0, "spare servers (5 to 10 % are usual)");
  miss(options.integration_fraction > 0, "integration");
  miss(options.engineers > 0, "staff");
  miss(options.software_usd_per_accelerator_second > 0, "software licences");
  if (!parts.empty()) notes.say("not counted, as the scenario names none: " + parts);
}

}  // namespace

CostReport cost_of(const CostQuestion& question, const EconomicsOptions& options,
                   const Catalogue& catalogue) {
  check(question);
  const Accelerator& accelerator = question.accelerator;
  const long accelerators = question.bill.accelerators;
  std::optional<ServerRecord> record;
  if (question.server_id != "custom") record = catalogue.server(question.server_id, accelerator.id);
  const Purchase purchase{question.bill, accelerator, question.server, question.fabric, record, catalogue};
  PriceNotes notes(catalogue.date());
  const Terms terms = terms_of(options, catalogue, notes);

  CostReport report;
  report.run_seconds = question.run_seconds;
  report.busy_fraction = question.busy_fraction;
  report.pue = terms.pue.value;
  report.utilisation = options.utilisation;
  report.life_seconds = terms.life.value;
  const Power power = power_of(purchase, question.busy_fraction, notes);
  add_power(power, report);
  if (options.rack_watts) report.racks = racks_of(purchase, power, *options.rack_watts, notes);
  Capex capex = capex_of(purchase, options, report.racks, notes);
  const bool can_own = capex.servers_priced;
  add_capex(std::move(capex), report);
  add_rents(accelerator.id, accelerators, options, catalogue, notes, report);
  if (can_own) {
    const Owner owner = owner_of(report, accelerators, options, terms);
    add_ownership(owner, options, terms, report);
    add_break_even(owner, accelerators, report);
    if (options.usd_per_million_units)
      report.break_even_units_per_month =
          break_even_units(report.owned_usd_per_month, *options.usd_per_million_units);
  }
  add_carbon(options, catalogue, report);
  say_what_is_not_counted(options, notes);
  report.notes = notes.take();
  return report;
}

}  // namespace headroom::models
