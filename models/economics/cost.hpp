// SPDX-License-Identifier: Apache-2.0
// First economics: what the parts cost, what the run costs, owned or rented.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "models/catalogue/catalogue.hpp"
#include "topologies/bill_of_materials.hpp"
#include "topologies/description.hpp"

namespace headroom::models {

struct EconomicsOptions {
  double electricity_usd_per_joule = 0;  // set by the reader from its default or the scenario
  double pue = 0;
  double depreciation_seconds = 0;
  std::optional<double>
      rent_usd_per_accelerator_second;  // empty: from the catalogue's rent for the accelerator, if any
  std::optional<double> server_usd;     // empty: from the catalogue; with accelerators and NICs
};
// Electricity, PUE and depreciation that hold where a scenario names none.
[[nodiscard]] EconomicsOptions default_economics(const Catalogue& catalogue = Catalogue::built_in());

struct CostLine {
  std::string part;  // "servers", "NICs", "leaf switches", "cables and optics, leaf to spine"
  long count = 0;
  double unit_usd = 0, usd = 0;
  bool network = false;  // counts into the network share
  std::string source;    // id and date of the price
};

// Sums are exact to the cent: amounts are added as whole millionths of a dollar.
struct CostReport {
  std::vector<CostLine> capex;
  double capex_usd = 0, network_usd = 0, network_share = 0;  // share = network / capex
  double average_power_watts = 0, peak_power_watts = 0;      // of the machines, before PUE
  double accelerator_peak_watts = 0;                         // of that peak, the accelerators alone
  double run_energy_joules = 0;                              // at the meter (PUE applied once)
  // Of the whole run (0 when the scenario asks for a step only):
  double run_depreciation_usd = 0, run_energy_usd = 0;
  double run_owned_usd = 0;                    // depreciation share + energy
  double run_rented_usd = 0;                   // accelerators x time x rent; 0 = no price known
  double rent_usd_per_accelerator_second = 0;  // 0 = no price known
  // After this much use, buying has cost less than renting; empty: never, or no rent or prices known.
  std::optional<double> break_even_seconds;
  std::vector<std::string> notes;  // prices missing, older than a year, recalled
};

// busy_fraction: share of the time that the accelerators compute (for energy); run_seconds may be 0.
// `server_id` is of the catalogue or "custom". Part by part:
//   servers    with their accelerators; where the price includes NICs, these are taken out and counted as
//   network switches   the cheapest of the catalogue with that transport, rate and number of ports cables the
//   cheapest that reaches 3, 30 or 100 m at that rate, transceivers of both ends included power accelerators
//   between idle and their limit by busy_fraction; the rest of a server as its maximum less the
//              accelerators' limits; switches at their typical power (the peak: at their maximum)
[[nodiscard]] CostReport cost_of(const topologies::BillOfMaterials& bill, const std::string& server_id,
                                 const Accelerator& accelerator, const topologies::ServerDescription& server,
                                 const topologies::FabricDescription& fabric, double busy_fraction,
                                 double run_seconds, const EconomicsOptions& options,
                                 const Catalogue& catalogue = Catalogue::built_in());

// Use after which capex + running x t = rented x t; empty when renting never costs more.
[[nodiscard]] std::optional<double> break_even_seconds(double capex_usd, double running_usd_per_second,
                                                       double rented_usd_per_second);

}  // namespace headroom::models
