// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/language/node.hpp"

namespace headroom::scenarios {

// Reads JSON. Throws Error(bad_input) "source:line:column: expected ..., found ..." for broken JSON, a key
// that is there twice, a number that no double holds, or nesting and objects larger than any scenario needs
// (`most_items`: of one array).
[[nodiscard]] Node parse_json(std::string_view text, std::shared_ptr<const std::string> source,
                              std::size_t most_items = 1000);

// A value from the command line: JSON where it is JSON, else the text itself.
[[nodiscard]] Node parse_value(std::string_view text, std::shared_ptr<const std::string> source);

// The node as JSON on one line.
[[nodiscard]] std::string print_json(const Node& node);

}  // namespace headroom::scenarios
