// SPDX-License-Identifier: Apache-2.0
// Pieces of the report page: every function gives well-formed markup, all text escaped.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace headroom::scenarios::html {

[[nodiscard]] std::string escape(std::string_view text);

// Columns of the given classes ("l" text, "r" numbers); cells are markup. The first row is the head when
// `head`.
[[nodiscard]] std::string table(std::string_view columns, const std::vector<std::vector<std::string>>& rows,
                                bool head);
[[nodiscard]] std::string section(std::string_view title, std::string_view body);
[[nodiscard]] std::string list(const std::vector<std::string>& texts);
// A whole self-contained page: title of the window, heading, a quiet line below it, body, a line at the foot.
struct Page {
  std::string title, heading, quiet, body, foot;
};
[[nodiscard]] std::string page(const Page& page);
[[nodiscard]] std::string swatch(std::string_view colour);

}  // namespace headroom::scenarios::html
