// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace headroom::scenarios {

// A cell as RFC 4180 writes it: quoted where a comma, a quote or a line break stands.
[[nodiscard]] inline std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace headroom::scenarios
