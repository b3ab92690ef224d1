// SPDX-License-Identifier: Apache-2.0
// Pieces that several parts of a page are made of.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/views/answer_lines.hpp"

namespace headroom::scenarios {

[[nodiscard]] std::string lines_table(const std::vector<Line>& lines);
// A stacked bar with its legend as a table.
[[nodiscard]] std::string parts_section(std::string_view title, const std::vector<Part>& parts,
                                        std::string (*print)(double));

}  // namespace headroom::scenarios
