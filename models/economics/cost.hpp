// SPDX-License-Identifier: Apache-2.0
// What a cluster costs to buy, to own and to rent: one function, its options (options.hpp) and what it
// returns (cost_report.hpp).
#pragma once
#include "models/catalogue/accelerator.hpp"
#include "models/catalogue/catalogue.hpp"
#include "models/economics/cost_report.hpp"
#include "models/economics/options.hpp"
#include "topologies/bill_of_materials.hpp"
#include "topologies/description.hpp"

namespace headroom::models {

// What is bought and how it is used.
struct CostQuestion {
  topologies::BillOfMaterials bill;
  std::string server_id;  // of the catalogue, or "custom"
  Accelerator accelerator;
  topologies::ServerDescription server;
  topologies::FabricDescription fabric;
  double busy_fraction = 1;  // share of the time of a run in which the accelerators compute
  double run_seconds = 0;    // 0: no run is asked for
};

// Throws Error(bad_input) for terms that cannot be, Error(infeasible) where a server draws more than a rack
// may.
[[nodiscard]] CostReport cost_of(const CostQuestion& question, const EconomicsOptions& options,
                                 const Catalogue& catalogue = Catalogue::built_in());

}  // namespace headroom::models
