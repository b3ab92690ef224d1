// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/text_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::scenarios {

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& cells : rows_) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t c = 0; c < cells.size(); ++c) widths[c] = std::max(widths[c], display_width(cells[c]));
  }
  std::string out;
  for (const auto& cells : rows_) {
    std::string line(static_cast<std::size_t>(indent_), ' ');
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string blanks(widths[c] - display_width(cells[c]), ' ');
      const bool right = c < alignment_.size() && alignment_[c] == 'r';
      line += (right ? blanks + cells[c] : cells[c] + blanks) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string text_bar(double begin, double fraction, int width) {
  static constexpr std::array<const char*, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int units = static_cast<int>(std::lround(std::clamp(fraction, 0.0, 1.0) * width * 8));
  if (units == 0) return "";
  const auto blanks = std::lround(std::clamp(begin, 0.0, 1.0) * width - 0.5);
  std::string bar(static_cast<std::size_t>(std::max(blanks, 0L)), ' ');
  for (int i = 0; i < units / 8; ++i) bar += "█";
  return bar + eighths[static_cast<std::size_t>(units % 8)];
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string out, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!line.empty() && indent + display_width(line) + 1 + display_width(word) > width) {
      out += margin + line + '\n';
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + margin + line + '\n';
}

}  // namespace headroom::scenarios
