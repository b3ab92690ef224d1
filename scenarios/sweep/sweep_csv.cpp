// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "scenarios/sweep/views.hpp"
#include "scenarios/views/csv.hpp"

namespace headroom::scenarios {
namespace {

std::set<std::string> names_in(std::span<const SweepRow> rows) {
  std::set<std::string> names;
  for (const SweepRow& row : rows)
    for (const auto& [name, value] : row.quantities) names.insert(name);
  return names;
}

std::string head(const SweepQuestion& question, const std::set<std::string>& names) {
  std::string line = "point,variant";
  for (const Axis& axis : question.axes())
    for (const std::string& path : axis.paths) line += ',' + csv_cell(path);
  line += ",state,reason,limit,warnings";
  for (const std::string& name : names) line += ',' + csv_cell(name);
  return line + '\n';
}

}  // namespace

std::string sweep_csv(const SweepQuestion& question, std::span<const SweepRow> rows) {
  const std::set<std::string> names = names_in(rows);
  std::string out = head(question, names);
  for (std::size_t point = 0; point < rows.size(); ++point) {
    const SweepRow& row = rows[point];
    out += fmt::format("{},{}", point, csv_cell(question.variants()[question.variant_of(point)].name));
    for (std::size_t a = 0; a < question.axes().size(); ++a)
      for (const auto& values : question.axes()[a].values)
        out += ',' + csv_cell(value_text(values[question.index_of(point, a)]));
    out += fmt::format(",{},{},{},{}", to_string(row.state), csv_cell(row.reason), csv_cell(row.limit),
                       csv_cell(fmt::format("{}", fmt::join(row.warnings, "; "))));
    for (const std::string& name : names) {
      const auto found = row.quantities.find(name);
      out += found == row.quantities.end() ? "," : fmt::format(",{}", found->second);
    }
    out += '\n';
  }
  return out;
}

}  // namespace headroom::scenarios
