// SPDX-License-Identifier: Apache-2.0
// What the table and the page both say about costs, in words.
#pragma once
#include <string>
#include <vector>

#include "scenarios/views/answer_lines.hpp"

namespace headroom::scenarios {

using CostRows = std::vector<std::vector<std::string>>;

// Part, amount, share of the whole; the note is the source of the price.
[[nodiscard]] std::vector<Part> cost_parts(const models::CostReport& cost);
// "What it costs to buy: 217,680 USD, of it network 13.4 %"
[[nodiscard]] std::string purchase_title(const models::CostReport& cost);

// Part, a month, the run (where there is one), on which terms, source; a head and a total. Empty: not priced.
[[nodiscard]] CostRows ownership_rows(const models::CostReport& cost);
[[nodiscard]] std::string ownership_title(const models::CostReport& cost);
[[nodiscard]] std::vector<Part> ownership_parts(const models::CostReport& cost);

// Owned, on demand, reserved, spot: an accelerator and hour in use, the run, when owning pays, source.
[[nodiscard]] CostRows own_or_rent_rows(const models::CostReport& cost, long accelerators);
// "1 year", "5 years"
[[nodiscard]] std::string years_text(double seconds);
// From how much use owning costs less than renting on demand, by how long: "45 % over 5 years"; empty: never.
[[nodiscard]] std::string break_even_use(const models::CostReport& cost);

// Power, racks, energy, CO2.
[[nodiscard]] std::vector<Line> place_lines(const models::CostReport& cost);

}  // namespace headroom::scenarios
