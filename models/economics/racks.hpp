// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/economics/capex.hpp"
#include "models/economics/power.hpp"

namespace headroom::models {

// Racks that may draw `limit_watts` each, for servers counted at their maximum. Empty, with a note: the power
// of the servers is not known. Error(infeasible) where one server draws more than a rack may.
[[nodiscard]] std::optional<RackPlan> racks_of(const Purchase& purchase, const Power& power,
                                               double limit_watts, PriceNotes& notes);

}  // namespace headroom::models
