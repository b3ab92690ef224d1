// SPDX-License-Identifier: Apache-2.0
// Which algorithms a collective can run with, and what each sends.
#pragma once
#include <vector>

#include "models/communication/cost.hpp"
#include "models/communication/request.hpp"

namespace headroom::models::nccl {

[[nodiscard]] Algorithm algorithm_of(Row row);
[[nodiscard]] Setting setting_of(const Tuning& tuning, const Request& request, const Placement& placement);
// Rows that the collective knows and the setting and options allow; throws Error(bad_input) if none is left.
[[nodiscard]] std::vector<Row> rows_for(const Setting& setting, const Request& request,
                                        const Placement& placement);
[[nodiscard]] std::vector<Flow> flows_of(Row row, const Request& request, std::span<const int> group,
                                         const Placement& placement);
[[nodiscard]] Candidate candidate(Row row, const Request& request, const Placement& placement);
// Relay over the receiver's rail: not where the order is to be kept or the closed form is asked for.
[[nodiscard]] bool relays(const Request& request);

}  // namespace headroom::models::nccl
