// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "scenarios/answer.hpp"

namespace headroom::scenarios {

// The sections of a page about buying, owning, renting, power and CO2.
[[nodiscard]] std::string cost_sections(const Answer& answer);

}  // namespace headroom::scenarios
