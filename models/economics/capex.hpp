// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/economics/cost.hpp"
#include "models/economics/money.hpp"
#include "models/economics/price_notes.hpp"

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
};

[[nodiscard]] Capex capex_of(const Purchase& purchase, std::optional<double> server_usd, PriceNotes& notes);

}  // namespace headroom::models
