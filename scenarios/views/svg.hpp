// SPDX-License-Identifier: Apache-2.0
// What the plots are drawn with.
#pragma once
#include <string>

namespace headroom::scenarios::charts {

inline constexpr double page_width = 900;  // of the drawings, in their own units

// A whole drawing around its parts.
[[nodiscard]] std::string svg(double width, double height, const std::string& body);
[[nodiscard]] std::string rect(double x, double y, double width, double height, const std::string& fill,
                               const std::string& title);
// `anchor`: start, middle or end; `kind`: a class of report.css.
[[nodiscard]] std::string label(double x, double y, const char* anchor, const char* kind,
                                const std::string& text);
// The next number that is at least `value` and whose quarters are round.
[[nodiscard]] double round_up(double value);

}  // namespace headroom::scenarios::charts
