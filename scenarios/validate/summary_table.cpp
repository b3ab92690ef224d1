// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scenarios/validate/summary_lines.hpp"
#include "scenarios/validate/views.hpp"
#include "scenarios/views/text_table.hpp"

namespace headroom::scenarios::validation {
namespace {

constexpr std::size_t longest_name = 44;  // characters; sources have long titles

std::string heading(const std::string& text, bool bold) {
  return bold ? fmt::format("\n\033[1m{}\033[0m\n", text) : fmt::format("\n{}\n", text);
}

Cells shortened(Cells cells) {
  std::string& name = cells[1];
  if (name.size() > longest_name) name = name.substr(0, longest_name - 3) + "...";
  return cells;
}

}  // namespace

std::string summary_table(std::span<const Outcome> outcomes, std::span<const SummaryRow> rows, bool bold) {
  std::string out =
      "Errors are relative to what was measured; over several sources each source weighs the same.\n"
      "bias: predicted / observed time, + too slow. rank: Spearman in sweeps of layouts, the median sweep.\n";
  std::vector<std::string> sets;
  for (const SummaryRow& row : rows) {
    if (std::find(sets.begin(), sets.end(), row.set) == sets.end()) sets.push_back(row.set);
  }
  for (const std::string& set : sets) {
    TextTable table(summary_alignment());
    table.row(summary_head());
    for (const SummaryRow& row : rows) {
      if (row.set == set && row.by != "sweep") table.row(shortened(summary_cells(row)));
    }
    out += heading(set, bold) + table.text();
  }
  const auto reasons = frequent_reasons(outcomes);
  if (reasons.empty()) return out;
  TextTable table("rl");
  for (const auto& [reason, count] : reasons) table.row({fmt::format("{}", count), reason});
  return out + heading("Most frequent reasons for no prediction", bold) + table.text();
}

std::string accuracy_markdown(std::span<const SummaryRow> rows) {
  std::string out =
      "| | records | predicted | figures | median error | p90 error | bias | inside 80 % |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const SummaryRow& row : rows) {
    if (row.by != "workload") continue;
    const Cells cells = summary_cells(row);
    for (const std::size_t column : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 10U}) out += "| " + cells[column] + ' ';
    out += "|\n";
  }
  return out;
}

}  // namespace headroom::scenarios::validation
