// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/cost_markup.hpp"

#include <fmt/format.h>

#include "models/catalogue/unit_tables.hpp"
#include "models/catalogue/units.hpp"
#include "scenarios/views/charts.hpp"
#include "scenarios/views/cost_lines.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/sections.hpp"

namespace headroom::scenarios {
namespace {

using models::CostReport;

constexpr double seconds_per_hour = models::units::hour;

// `parts`: as many rows below the head carry the colours of a bar.
std::string rows_table(const CostRows& rows, std::size_t parts = 0) {
  CostRows cells;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto& out = cells.emplace_back();
    for (const std::string& text : rows[r]) out.push_back(html::escape(text));
    if (r > 0 && r <= parts) out.front().insert(0, html::swatch(charts::colour(r - 1)));
  }
  const bool of_run = !rows.empty() && rows.front().size() > 4;
  return html::table(of_run ? "lrrnn" : "lrnn", cells, true);
}

std::string ownership_section(const CostReport& cost) {
  const CostRows rows = ownership_rows(cost);
  if (rows.empty()) return "";
  const std::vector<Part> parts = ownership_parts(cost);
  return html::section(ownership_title(cost), charts::stacked_bar(parts) + rows_table(rows, parts.size()));
}

std::string percent(double fraction) {
  return fmt::format("{:.0f} %", 100 * fraction);
}

// What an accelerator-hour costs its owner, by use and time; cheaper than on demand: marked.
std::string use_table(const CostReport& cost) {
  const models::UseTable& use = cost.use;
  std::vector<std::vector<std::string>> rows{{"used"}};
  for (const double horizon : use.horizons_seconds) rows.front().push_back(html::escape(years_text(horizon)));
  for (std::size_t u = 0; u < use.utilisations.size(); ++u) {
    auto& row = rows.emplace_back(std::vector{percent(use.utilisations[u])});
    for (const double owned : use.owned_usd_per_accelerator_second[u]) {
      const std::string text = fmt::format("{:.2f}", owned * seconds_per_hour);
      const bool cheaper = owned < cost.rent_usd_per_accelerator_second;
      row.push_back(cheaper ? fmt::format("<span class=\"pays\">{}</span>", text) : text);
    }
  }
  auto& last = rows.emplace_back(std::vector<std::string>{"owning pays from"});
  for (const auto& from : use.break_even_utilisation) last.push_back(from ? percent(*from) : "never");
  return html::table("lrrrrr", rows, true);
}

std::string own_or_rent_section(const CostReport& cost, long accelerators) {
  const CostRows rows = own_or_rent_rows(cost, accelerators);
  if (rows.empty()) return "";
  std::string body = rows_table(rows);
  if (!cost.use.utilisations.empty() && cost.rent_usd_per_accelerator_second > 0)
    body += fmt::format(
                "<p>Owned, USD per GPU-hour in use, by share of the time in use and by years of it; "
                "<span class=\"pays\">marked</span>: less than {} on demand.</p>\n",
                html::escape(models::print_rent(cost.rent_usd_per_accelerator_second))) +
            use_table(cost);
  return html::section("Own or rent", body);
}

std::string power_section(const CostReport& cost) {
  std::vector<std::vector<std::string>> rows{{"", "on average", "at most"}};
  for (const models::PowerLine& line : cost.power)
    rows.push_back({html::escape(line.part), models::print_watts(line.average_watts),
                    models::print_watts(line.peak_watts)});
  rows.push_back(
      {"total", models::print_watts(cost.average_power_watts), models::print_watts(cost.peak_power_watts)});
  return html::section("Power and place", lines_table(place_lines(cost)) +
                                              (cost.power.empty() ? "" : html::table("lrr", rows, true)));
}

}  // namespace

std::string cost_sections(const Answer& answer) {
  if (!answer.cost) return "";
  const CostReport& cost = *answer.cost;
  const ClusterChoice& cluster = answer.scenario.cluster;
  const long accelerators = static_cast<long>(cluster.servers) * cluster.server.accelerators;
  return parts_section(purchase_title(cost), cost_parts(cost), models::print_money) +
         ownership_section(cost) + own_or_rent_section(cost, accelerators) + power_section(cost);
}

}  // namespace headroom::scenarios
