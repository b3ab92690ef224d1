// SPDX-License-Identifier: Apache-2.0
// What validate() found, for people and for programs.
#pragma once
#include <span>
#include <string>

#include "scenarios/validate/outcome.hpp"
#include "scenarios/validate/summary.hpp"

namespace headroom::scenarios::validation {

// {"records": [{"id", "status", "reason", "quantity", "observed", "predicted", "low", "high", "provenance",
// "points"?}], "summary": [...]}; null where there is no figure, points for network records.
[[nodiscard]] std::string outcomes_json(std::span<const Outcome> outcomes, std::span<const SummaryRow> rows);
// One row a figure; records without one have a row with their reason.
[[nodiscard]] std::string outcomes_csv(std::span<const Outcome> outcomes);
// The summary as tables. `bold`: headings with terminal escapes.
[[nodiscard]] std::string summary_table(std::span<const Outcome> outcomes, std::span<const SummaryRow> rows,
                                        bool bold);
// What holds over all sources of each kind of record, as a table in Markdown.
[[nodiscard]] std::string accuracy_markdown(std::span<const SummaryRow> rows);
// One self-contained page: predicted against observed, and the summary.
[[nodiscard]] std::string outcomes_html(std::span<const Outcome> outcomes, std::span<const SummaryRow> rows);

}  // namespace headroom::scenarios::validation
