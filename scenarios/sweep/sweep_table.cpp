// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/expectation.hpp"
#include "scenarios/sweep/sweep_columns.hpp"
#include "scenarios/views/text_table.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t most_rows = 200;  // that still read; CSV and JSON have all
constexpr std::size_t page_width = 100;

std::string title(const std::string& text, bool bold) {
  return bold ? fmt::format("\033[1m{}\033[0m\n", text) : text + '\n';
}

}  // namespace

std::string sweep_table(const SweepQuestion& question, std::span<const SweepRow> rows, bool bold) {
  const SweepCells cells = sweep_cells(question, rows, most_rows);
  std::string alignment(cells.head.size() - 1, 'r');
  TextTable table(alignment + 'l');
  table.row(cells.head);
  for (const auto& row : cells.rows) table.row(row);
  std::string out = title(question.question().empty() ? question.name() : question.question(), bold);
  out += table.text();
  if (cells.left_out > 0) out += fmt::format("  and {} more points: --csv, --json\n", cells.left_out);
  out += '\n' + sweep_summary(rows) + ".\n";
  for (std::size_t i = 0; i < cells.reasons.size(); ++i)
    out += wrapped(fmt::format("({}) {}", i + 1, cells.reasons[i]), page_width, 2);
  const std::vector<Answer> answers = answers_of(question, rows);
  if (const auto trade = trade_of(answers, question.baseline())) {
    out += '\n' + title(trade_title, bold) + trade_text(*trade, answers, true);
  }
  ScenarioFile file;
  file.expected = question.expected();
  if (!file.expected.empty()) out += '\n' + title("Against what is known", bold);
  for (const Verdict& verdict : check_expectations(file, answers)) {
    out += wrapped((verdict.met ? "ok     " : "MISSED ") + verdict.text, page_width, 2);
    out += wrapped(verdict.expectation.source, page_width, 10);
  }
  return out;
}

}  // namespace headroom::scenarios
