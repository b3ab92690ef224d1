// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/plan/plan_lines.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/sections.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

using html::escape;

std::string rows_markup(const PlanRows& rows) {
  auto cells = rows.rows;
  for (auto& row : cells)
    for (std::string& cell : row) cell = escape(cell);
  return "<div class=\"wide\">\n" + html::table(rows.alignment, cells, true) + "</div>\n";
}

std::string explanation_markup(const Plan& plan) {
  std::vector<std::string> reasons;
  for (std::size_t i = 1; i < plan.entries.size(); ++i)
    reasons.push_back(fmt::format("{}: {}", i + 1, why_it_loses(plan, plan.entries[i])));
  for (const Refusal& refusal : plan.refusals)
    reasons.push_back(fmt::format("{}: {}", refusal.cluster, refusal.reason));
  return reasons.empty() ? "" : html::section("Why the others are not the best", html::list(reasons));
}

std::string answer_markup(const Plan& plan) {
  const PlanEntry& best = plan.entries.front();
  std::string out = html::section(best.cluster.empty() ? "The best" : "The best: " + best.cluster,
                                  lines_table(best_lines(best)));
  if (!best.limits.empty()) out += html::section("Limits", lines_table(limit_lines(best)));
  out += elasticity_section(best.answer);
  out += html::section("The best and its runners-up", rows_markup(ranked_rows(plan)));
  if (const auto trade = trade_of(plan)) out += trade_section(trade->trade, trade->answers);
  return out + explanation_markup(plan);
}

std::string bands_markup(const Plan& plan) {
  std::vector<std::vector<std::string>> rows;
  for (const Verdict& verdict : check_plan(plan))
    rows.push_back(
        {verdict.met ? "ok" : "<b>missed</b>", escape(verdict.text), escape(verdict.expectation.source)});
  return rows.empty() ? "" : html::section("Against what is known", html::table("lln", rows, false));
}

}  // namespace

std::string plan_html(const Plan& plan) {
  std::string body;
  if (plan.entries.empty())
    body = html::section("No answer keeps the limits",
                         "<p>Each of these would make one:</p>\n" + html::list(plan.changes));
  else
    body = answer_markup(plan);
  body += html::section("How it was found", html::list(search_lines(plan))) + bands_markup(plan);
  const std::string title = plan.question.empty() ? plan.name : plan.question;
  return html::page(
      {plan.name, title, plan.name, body,
       "Predicted by Headroom, a simulator of GPU clusters. Times are simulated, not measured."});
}

}  // namespace headroom::scenarios
