// SPDX-License-Identifier: Apache-2.0
// First economics: what the parts cost, what the run costs, owned or rented.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "topologies/bill_of_materials.hpp"
#include "topologies/description.hpp"

namespace headroom::models {

struct EconomicsOptions {
  double electricity_usd_per_joule = 0;  // set by the reader from its default or the scenario
  double pue = 0;
  double depreciation_seconds = 0;
  std::optional<double> rent_usd_per_accelerator_second;  // empty: from the catalogue's rent for the accelerator, if any
  std::optional<double> server_usd;                       // empty: from the catalogue
};

struct CostLine {
  std::string part;      // "servers", "NICs", "leaf switches", "cables and optics, leaf to spine"
  long count = 0;
  double unit_usd = 0, usd = 0;
  bool network = false;  // counts into the network share
  std::string source;    // id and date of the price
};

struct CostReport {
  std::vector<CostLine> capex;
  double capex_usd = 0, network_usd = 0, network_share = 0;  // share = network / capex
  double average_power_watts = 0, peak_power_watts = 0;      // of the machines, before PUE
  double run_energy_joules = 0;                              // at the meter (PUE applied once)
  // Of the whole run (0 when the scenario asks for a step only):
  double run_owned_usd = 0;   // depreciation share + energy
  double run_rented_usd = 0;  // accelerators x time x rent; 0 = no price known
  std::vector<std::string> notes;  // prices missing, older than a year, recalled
};

// busy_fraction: share of the time that the accelerators compute (for energy); run_seconds may be 0.
[[nodiscard]] CostReport cost_of(const topologies::BillOfMaterials& bill, const std::string& server_id,
                                 const Accelerator& accelerator, const topologies::ServerDescription& server,
                                 const topologies::FabricDescription& fabric, double busy_fraction,
                                 double run_seconds, const EconomicsOptions& options);

}  // namespace headroom::models
