// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "models/catalogue/facts.hpp"

namespace headroom::models {

// A fact's value for people; the unit is told by the end of its key ("..._bytes_per_second").
[[nodiscard]] std::string print_value(const Fact& fact);

}  // namespace headroom::models
