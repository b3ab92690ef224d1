// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/economics/cost_report.hpp"
#include "models/economics/money.hpp"
#include "models/economics/options.hpp"
#include "models/economics/price_notes.hpp"
#include "topologies/bill_of_materials.hpp"

namespace headroom::models {

// What is bought, and where its facts are found.
struct Purchase {
  const topologies::BillOfMaterials& bill;
  const Accelerator& accelerator;
  const topologies::ServerDescription& server;
  const topologies::FabricDescription& fabric;
  const std::optional<ServerRecord>& record;  // empty: a server that the catalogue does not know
  const Catalogue& catalogue;
};

struct Capex {
  std::vector<CostLine> lines;
  Money total, network;
  bool servers_priced = false;  // at least their accelerators
  bool complete = true;         // every part has a price
};

// Part by part:
//   servers     at the price of a whole one, of which accelerators and NICs are taken out at their own
//   prices;
//               or host, accelerators and NICs
//   network     NICs; switches, the cheapest of the catalogue with that transport, rate and number of ports;
//               cables, the cheapest that reaches 3, 30 or 100 m at that rate, transceivers included
//   storage, spare servers, racks, integration: as far as the scenario asks for them
[[nodiscard]] Capex capex_of(const Purchase& purchase, const EconomicsOptions& options,
                             const std::optional<RackPlan>& racks, PriceNotes& notes);

}  // namespace headroom::models
