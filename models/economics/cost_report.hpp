// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/records.hpp"

namespace headroom::models {

enum class CostKind : std::uint8_t {
  accelerators,
  servers,        // without accelerators and NICs
  whole_servers,  // where nobody says what their accelerators cost
  network,        // NICs, switches, cables and optics: counts into the network share
  storage,
  other
};

struct CostLine {
  std::string part;  // "servers", "NICs", "leaf switches", "cables and optics, leaf to spine, 30 m, aoc_400"
  CostKind kind;
  long count = 0;
  double unit_usd = 0, usd = 0;
  std::string source;  // id and date of the price
};

struct PowerLine {
  std::string part;
  double average_watts = 0, peak_watts = 0;  // before PUE
};

// A part of what owning costs.
struct OwnershipLine {
  std::string part, basis;  // "cost of capital", "6 % a year"
  bool opex = false;        // false: of the purchase
  double usd_per_month = 0, run_usd = 0;
  std::string source;
};

struct RentOffer {
  RentTerms terms;
  double usd_per_accelerator_second = 0;  // as charged
  double commitment_seconds = 0;          // reserved: paid for so long, used or not
  std::string source;
  double run_usd = 0;
  // How long one must own, at the utilisation asked, until owning has cost less; empty: not in the machines'
  // life.
  std::optional<double> break_even_seconds;
};

// What owning costs by how much and how long the cluster is used.
struct UseTable {
  std::vector<double> utilisations, horizons_seconds;
  // Of one accelerator and second of use; [utilisation][horizon]. Nothing is fetched for young machines
  // beyond the residual value.
  std::vector<std::vector<double>> owned_usd_per_accelerator_second;
  // By horizon: the utilisation from which owning costs less than renting on demand; empty: none does.
  std::vector<std::optional<double>> break_even_utilisation;
};

// Whole servers to a rack by power (and height, where known); switches stand in racks of their own.
struct RackPlan {
  double limit_watts = 0, server_watts = 0;
  long servers_per_rack = 0, server_racks = 0, network_racks = 0;
  [[nodiscard]] long racks() const { return server_racks + network_racks; }
};

struct GridCarbon {
  std::string region, source;
  double kg_per_joule = 0;
};

// Sums are exact to the cent: amounts are added as whole millionths of a dollar.
struct CostReport {
  std::vector<CostLine> capex;
  double capex_usd = 0, network_usd = 0, network_share = 0;  // share = network / capex
  bool capex_complete = true;  // false: a part has no price, and capex is a lower bound

  double busy_fraction = 0;                              // of the time of the accelerators in a run
  double average_power_watts = 0, peak_power_watts = 0;  // of the machines, before PUE
  double accelerator_peak_watts = 0;                     // of that peak, the accelerators alone
  double idle_power_watts = 0;                           // between runs
  std::vector<PowerLine> power;                          // sums to average and peak
  double pue = 1;
  std::optional<RackPlan> racks;

  // Owning; no lines where nobody knows the price of the servers.
  double utilisation = 1, life_seconds = 0;
  std::vector<OwnershipLine> ownership;
  double owned_usd_per_month = 0, opex_usd_per_month = 0;
  double tco_usd = 0;                      // all months of the life
  double owned_usd_per_second_of_use = 0;  // of the whole cluster
  // What a dollar more of purchase adds to that: depreciation, cost of capital, maintenance.
  double owned_usd_per_second_of_use_and_usd = 0;
  // Of the whole run (0 when the scenario asks for a step only):
  double run_seconds = 0;
  double run_energy_joules = 0;  // at the meter (PUE applied once), idle time not included
  double run_owned_usd = 0;      // sum of the lines
  double run_rented_usd = 0;     // accelerators x time x rent on demand; 0 = no price known

  double rent_usd_per_accelerator_second = 0;  // on demand; 0 = no price known
  std::vector<RentOffer> rents;                // on demand, reserved, spot: those with a price
  UseTable use;                                // empty where owning or renting has no price
  std::optional<double> break_even_seconds;    // against on demand
  // Units a month from which owning costs less than a service that charges by the unit.
  std::optional<double> break_even_units_per_month;

  std::optional<GridCarbon> carbon;  // of the region asked
  double run_co2_kg = 0, co2_kg_per_month = 0;
  GridCarbon cleanest, dirtiest;   // of all regions known
  std::vector<std::string> notes;  // prices missing, older than a year, recalled; what is not counted
};

}  // namespace headroom::models
