// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "scenarios/plan/plan_lines.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/views/csv.hpp"

namespace headroom::scenarios {

std::string plan_csv(const Plan& plan) {
  std::set<std::string> names;
  for (const PlanEntry& entry : plan.entries)
    for (const auto& [name, value] : entry.answer.quantities) names.insert(name);
  std::string out = "rank,cluster,layout,on_frontier,acquisition,usd,closed_form_step_seconds";
  for (const std::string& name : names) out += ',' + name;
  out += '\n';
  for (std::size_t i = 0; i < plan.entries.size(); ++i) {
    const PlanEntry& e = plan.entries[i];
    out += fmt::format("{},{},{},{},{},{},{}", i + 1, csv_cell(e.cluster), csv_cell(layout_text(e.layout())),
                       e.on_frontier, e.having ? to_string(e.having->acquisition) : "",
                       e.having ? fmt::format("{}", e.having->usd) : "", e.closed_form_seconds);
    for (const std::string& name : names) {
      const auto found = e.answer.quantities.find(name);
      out += found == e.answer.quantities.end() ? "," : fmt::format(",{}", found->second);
    }
    out += '\n';
  }
  return out;
}

}  // namespace headroom::scenarios
