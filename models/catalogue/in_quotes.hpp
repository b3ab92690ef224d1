// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace headroom::models {

// What a user typed, as an error text may show it: in quotes, on one line, printable, not longer than a
// glance.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string out = "\"";
  for (const char c : text.substr(0, longest)) out += (c >= ' ' && c <= '~') ? c : '?';
  return out + (text.size() > longest ? "...\"" : "\"");
}

}  // namespace headroom::models
