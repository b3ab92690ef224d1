// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace headroom::scenarios {

// Rows of cells in columns that line up. Text is UTF-8; every character counts as one column.
class TextTable {
 public:
  // One letter a column: 'l' left, 'r' right; further columns are left.
  explicit TextTable(std::string_view alignment, int indent = 2) : alignment_(alignment), indent_(indent) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  // Columns are two blanks apart; no blanks at the ends of lines.
  [[nodiscard]] std::string text() const;

 private:
  std::string alignment_;
  int indent_;
  std::vector<std::vector<std::string>> rows_;
};

// A bar of `fraction` of `width` characters, to an eighth of a character, behind blanks for what lies before
// `begin`.
[[nodiscard]] std::string text_bar(double begin, double fraction, int width);
[[nodiscard]] std::size_t display_width(std::string_view text);
// Breaks at blanks so that no line is wider than `width`; every line begins with `indent` blanks.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace headroom::scenarios
