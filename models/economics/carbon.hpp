// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/catalogue/catalogue.hpp"
#include "models/economics/cost_report.hpp"
#include "models/economics/options.hpp"

namespace headroom::models {

// CO2 = energy at the meter x what a kilowatt-hour of the region's grid emits; of the run and of a month at
// the utilisation asked. Without a region: only the span of all regions known. The making of the machines is
// not counted.
void add_carbon(const EconomicsOptions& options, const Catalogue& catalogue, CostReport& report);

}  // namespace headroom::models
