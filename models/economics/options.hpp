// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

namespace headroom::models {

// What a scenario says of money. Empty: the catalogue's `default` record says it; a zero counts nothing, and
// the report names what it does not count.
struct EconomicsOptions {
  // Buying
  std::optional<double> server_usd;  // one server with its accelerators and NICs
  std::optional<double> rack_usd;    // one rack with its power distribution; needs rack_watts
  double storage_bytes = 0;
  double spare_fraction = 0;        // spare servers over servers
  double integration_fraction = 0;  // assembly and commissioning over the price of all parts

  // Place
  std::optional<double> rack_watts;  // what one rack may draw; empty: racks are not counted
  std::string region;                // of the catalogue, for CO2
  std::optional<double> co2_kg_per_joule;

  // Owning
  std::optional<double> electricity_usd_per_joule, pue;
  std::optional<double> depreciation_seconds;       // the life of the machines
  double residual_fraction = 0;                     // of the purchase, what they fetch when given up
  std::optional<double> cost_of_capital;            // per year
  std::optional<double> space_usd_per_watt_second;  // of peak power, as colocation is sold
  std::optional<double> maintenance_fraction;       // of the purchase, per year
  double engineers = 0;
  std::optional<double> engineer_usd_per_second;
  double software_usd_per_accelerator_second = 0;
  double utilisation = 1;  // share of the life in which the cluster works; a run bears its idle time too

  // Not owning
  std::optional<double> rent_usd_per_accelerator_second;  // on demand
  std::optional<double> reserved_usd_per_accelerator_second, reserved_seconds;
  std::optional<double> spot_usd_per_accelerator_second;
  std::optional<double> usd_per_million_units;  // a service that charges by the token (or image)
};

}  // namespace headroom::models
