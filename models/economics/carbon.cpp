// SPDX-License-Identifier: Apache-2.0
#include "models/economics/carbon.hpp"

#include "models/catalogue/unit_tables.hpp"

namespace headroom::models {
namespace {

GridCarbon grid_of(const Catalogue& catalogue, const std::string& region) {
  const Record& facts = catalogue.record("region", region);
  const Fact& grams = facts.fact("grams_co2_per_kilowatt_hour");
  return {region, grams.origin(), facts.number(grams.key) * units::carbon_intensities.front().factor};
}

std::optional<GridCarbon> asked(const EconomicsOptions& options, const Catalogue& catalogue) {
  if (options.co2_kg_per_joule) return GridCarbon{options.region, "scenario", *options.co2_kg_per_joule};
  if (options.region.empty()) return std::nullopt;
  return grid_of(catalogue, options.region);
}

}  // namespace

void add_carbon(const EconomicsOptions& options, const Catalogue& catalogue, CostReport& report) {
  for (const auto& region : catalogue.list("region")) {
    const GridCarbon grid = grid_of(catalogue, region);
    if (report.cleanest.region.empty() || grid.kg_per_joule < report.cleanest.kg_per_joule)
      report.cleanest = grid;
    if (grid.kg_per_joule > report.dirtiest.kg_per_joule) report.dirtiest = grid;
  }
  report.carbon = asked(options, catalogue);
  if (!report.carbon) return;
  const double watts =
      report.utilisation * report.average_power_watts + (1 - report.utilisation) * report.idle_power_watts;
  report.co2_kg_per_month = watts * report.pue * units::month * report.carbon->kg_per_joule;
  report.run_co2_kg = report.run_energy_joules * report.carbon->kg_per_joule;
}

}  // namespace headroom::models
