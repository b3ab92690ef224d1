// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/workloads/network.hpp"
#include "scenarios/validate/fields.hpp"

namespace headroom::scenarios::validation {

// A recommender that a record names and the catalogue describes. Throws Error(bad_input) for any other.
[[nodiscard]] std::shared_ptr<const models::Network> recommender_of(const Fields& record,
                                                                    const models::Catalogue& catalogue,
                                                                    std::vector<std::string>& assumptions);

}  // namespace headroom::scenarios::validation
