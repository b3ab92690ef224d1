// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "models/workloads/network.hpp"
#include "scenarios/validate/fields.hpp"

namespace headroom::scenarios::validation {

// The model of a training record: a dense decoder by its dimensions, or a convolutional network that Headroom
// has. Throws Error(bad_input) with the reason for any other. Of a decoder only the adapters are trained, if
// any.
[[nodiscard]] std::shared_ptr<const models::Network> network_of(const Fields& record,
                                                                const models::Adapters& adapters);

}  // namespace headroom::scenarios::validation
