// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/catalogue/catalogue.hpp"
#include "models/economics/ownership.hpp"

namespace headroom::models {

// Offers on demand, reserved and spot: those of the scenario, else the medians of the catalogue.
void add_rents(const std::string& accelerator_id, long accelerators, const EconomicsOptions& options,
               const Catalogue& catalogue, PriceNotes& notes, CostReport& report);

// Where owning and renting cost the same.
void add_break_even(const Owner& owner, long accelerators, CostReport& report);

}  // namespace headroom::models
