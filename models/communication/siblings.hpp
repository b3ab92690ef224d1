// SPDX-License-Identifier: Apache-2.0
// What the groups that run at the same time put on the representative's links.
#pragma once
#include <vector>

#include "models/communication/cost.hpp"
#include "models/communication/request.hpp"

namespace headroom::models::nccl {

// The candidate's loads, with those of all siblings that run the same way on top.
[[nodiscard]] Loads loads_with_siblings(const Request& request, const Candidate& candidate,
                                        const Placement& placement);

}  // namespace headroom::models::nccl
