// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/expectation.hpp"
#include "scenarios/sweep/plots.hpp"
#include "scenarios/sweep/sweep_columns.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

using html::escape;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t most_rows = 2000;  // of the page's table; CSV and JSON have all

std::string plots_markup(const SweepQuestion& question, std::span<const SweepRow> rows) {
  const std::vector<Answer> answers = answers_of(question, rows);
  const SweepPlots plots(question, rows);
  std::string out;
  for (const std::string& name : compared_quantities(answers))
    if (differs(answers, name)) out += html::section(label_of(name), plots.of(name));
  return out;
}

std::string points_markup(const SweepQuestion& question, std::span<const SweepRow> rows) {
  const SweepCells cells = sweep_cells(question, rows, most_rows);
  Rows table{cells.head};
  table.insert(table.end(), cells.rows.begin(), cells.rows.end());
  for (auto& row : table)
    for (std::string& cell : row) cell = escape(cell);
  const std::string columns = std::string(cells.head.size() - 1, 'r') + 'n';
  std::string out = "<div class=\"wide\">\n" + html::table(columns, table, true) + "</div>\n";
  if (cells.left_out > 0) out += fmt::format("<p>and {} more points</p>\n", cells.left_out);
  for (std::size_t i = 0; i < cells.reasons.size(); ++i)
    out += fmt::format("<p>({}) {}</p>\n", i + 1, escape(cells.reasons[i]));
  return html::section("The points", out);
}

std::string trade_markup(const SweepQuestion& question, std::span<const SweepRow> rows) {
  const std::vector<Answer> answers = answers_of(question, rows);
  std::optional<Trade> trade = trade_of(answers, question.baseline());
  if (!trade) return "";
  if (trade->rows.size() > most_rows) trade->rows.resize(most_rows);
  return trade_section(*trade, answers);
}

std::string bands_markup(const SweepQuestion& question, std::span<const SweepRow> rows) {
  ScenarioFile file;
  file.expected = question.expected();
  Rows table;
  for (const Verdict& verdict : check_expectations(file, answers_of(question, rows)))
    table.push_back(
        {verdict.met ? "ok" : "<b>missed</b>", escape(verdict.text), escape(verdict.expectation.source)});
  return table.empty() ? "" : html::section("Against what is known", html::table("lln", table, false));
}

}  // namespace

std::string sweep_html(const SweepQuestion& question, std::span<const SweepRow> rows) {
  const std::string title = question.question().empty() ? question.name() : question.question();
  const std::string body = fmt::format("<p>{}</p>\n", escape(sweep_summary(rows))) +
                           plots_markup(question, rows) + trade_markup(question, rows) +
                           points_markup(question, rows) + bands_markup(question, rows);
  return html::page(
      {question.name(), title, question.name(), body,
       "Predicted by Headroom, a simulator of GPU clusters. Times are simulated, not measured."});
}

}  // namespace headroom::scenarios
