// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/sections.hpp"

#include "scenarios/views/charts.hpp"
#include "scenarios/views/html.hpp"

namespace headroom::scenarios {

using html::escape;

std::string parts_section(std::string_view title, const std::vector<Part>& parts,
                          std::string (*print)(double)) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (part.amount <= 0) continue;
    rows.push_back({html::swatch(charts::colour(i)) + escape(part.label), escape(print(part.amount)),
                    escape(part.percent), escape(part.note)});
  }
  if (rows.empty()) return "";
  return html::section(title, charts::stacked_bar(parts) + html::table("lrrn", rows, false));
}

std::string lines_table(const std::vector<Line>& lines) {
  std::vector<std::vector<std::string>> rows;
  for (const Line& line : lines) rows.push_back({escape(line.label), escape(line.value), escape(line.note)});
  return html::table("lln", rows, false);
}

}  // namespace headroom::scenarios
