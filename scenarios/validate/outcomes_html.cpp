// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "scenarios/validate/summary_lines.hpp"
#include "scenarios/validate/views.hpp"
#include "scenarios/views/charts.hpp"
#include "scenarios/views/html.hpp"

namespace headroom::scenarios::validation {
namespace {

std::string power_of_ten(double value) {
  return fmt::format("{:.0e}", value);
}

// One chart for each set of records and quantity; a colour for each kind of figure.
std::string scatters(std::span<const Outcome> outcomes) {
  std::map<std::pair<std::string, std::string>, std::map<std::string, charts::Series>> all;
  for (const Outcome& outcome : outcomes) {
    for (const Figure& figure : outcome.figures) {
      charts::Series& series = all[{outcome.set, outcome.quantity}][figure.set];
      series.name = figure.set;
      series.points.emplace_back(figure.observed, figure.predicted);
    }
  }
  std::string out;
  for (const auto& [what, by_kind] : all) {
    std::vector<charts::Series> series;
    std::string legend;
    for (const auto& [name, points] : by_kind) {
      legend += html::swatch(charts::colour(series.size())) + html::escape(name) + "&#160;&#160; ";
      series.push_back(points);
    }
    out += html::section(
        fmt::format("{}: {}", what.first, what.second),
        "<p>" + legend + "</p>\n" + charts::log_scatter(series, "observed", "predicted", power_of_ten));
  }
  return out;
}

std::string summary_markup(std::span<const SummaryRow> rows) {
  std::vector<std::vector<std::string>> cells{{"set"}};
  cells.front().insert(cells.front().end(), summary_head().begin(), summary_head().end());
  for (const SummaryRow& row : rows) {
    std::vector<std::string> line{html::escape(row.set)};
    for (const std::string& cell : summary_cells(row)) line.push_back(html::escape(cell));
    cells.push_back(std::move(line));
  }
  return html::section("Summary", html::table(std::string("l") + summary_alignment(), cells, true));
}

std::string reasons_markup(std::span<const Outcome> outcomes) {
  std::vector<std::vector<std::string>> cells;
  for (const auto& [reason, count] : frequent_reasons(outcomes)) {
    cells.push_back({fmt::format("{}", count), html::escape(reason)});
  }
  return cells.empty()
             ? ""
             : html::section("Most frequent reasons for no prediction", html::table("rl", cells, false));
}

}  // namespace

std::string outcomes_html(std::span<const Outcome> outcomes, std::span<const SummaryRow> rows) {
  return html::page(
      {"headroom validate", "How far from what was measured?",
       "Predictions against published measurements. Errors are relative; over several sources each "
       "source weighs the same.",
       scatters(outcomes) + summary_markup(rows) + reasons_markup(outcomes),
       "Measured values: the records' sources. Predicted by Headroom."});
}

}  // namespace headroom::scenarios::validation
