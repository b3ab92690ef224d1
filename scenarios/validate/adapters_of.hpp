// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "models/workloads/network.hpp"
#include "scenarios/validate/fields.hpp"

namespace headroom::scenarios::validation {

// What a record of task "lora" trains; of any other task none. What it does not say is added to
// `assumptions`.
[[nodiscard]] models::Adapters adapters_of(const Fields& record, models::Precision computed,
                                           std::vector<std::string>& assumptions);

}  // namespace headroom::scenarios::validation
