// SPDX-License-Identifier: Apache-2.0
// The summary in words, for the table and for the page.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/validate/summary.hpp"

namespace headroom::scenarios::validation {

using Cells = std::vector<std::string>;

[[nodiscard]] const Cells& summary_head();
[[nodiscard]] const char* summary_alignment();
[[nodiscard]] Cells summary_cells(const SummaryRow& row);
// Reasons why records have no prediction, the most frequent first, with their numbers.
[[nodiscard]] std::vector<std::pair<std::string, std::size_t>> frequent_reasons(
    std::span<const Outcome> outcomes);

}  // namespace headroom::scenarios::validation
