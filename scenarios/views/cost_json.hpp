// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "models/economics/cost_report.hpp"

namespace headroom::scenarios {

// The "cost" of an answer. Lists of lines sum to the total beside them: capex to capex_usd, ownership to
// owned_usd_per_month and run_owned_usd, power to average_power_watts and peak_power_watts.
[[nodiscard]] nlohmann::ordered_json cost_json(const models::CostReport& cost);

}  // namespace headroom::scenarios
