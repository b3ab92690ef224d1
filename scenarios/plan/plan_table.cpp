// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/plan/plan_lines.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "scenarios/views/text_table.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t most_rows = 10;      // of runners-up; CSV and JSON have all
constexpr std::size_t most_refusals = 10;  // told with --explain

class Text {
 public:
  explicit Text(bool bold) : bold_(bold) {}
  void title(const std::string& text) {
    out_ += bold_ ? fmt::format("\033[1m{}\033[0m\n", text) : text + '\n';
  }
  void heading(const std::string& text) {
    out_ += '\n';
    title(text);
  }
  void lines(const std::vector<Line>& lines) {
    TextTable table("l");
    for (const Line& line : lines)
      table.row({line.label, line.note.empty() ? line.value : fmt::format("{}; {}", line.value, line.note)});
    out_ += table.text();
  }
  void table(const PlanRows& rows, std::size_t most) {
    TextTable table(rows.alignment);
    for (std::size_t i = 0; i < rows.rows.size() && i <= most; ++i) table.row(rows.rows[i]);
    out_ += table.text();
  }
  void add(const std::string& text) { out_ += text; }
  void paragraph(const std::string& text, std::size_t indent = 2) {
    out_ += wrapped(text, page_width, indent);
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  bool bold_;
  std::string out_;
};

void add_answer(const Plan& plan, const PlanShown& shown, Text& text) {
  const PlanEntry& best = plan.entries.front();
  text.heading(best.cluster.empty() ? "The best" : "The best: " + best.cluster);
  text.lines(best_lines(best));
  if (!best.limits.empty()) {
    text.heading("Limits");
    text.lines(limit_lines(best));
  }
  if (const std::string gains = elasticity_text(best.answer); !gains.empty()) {
    text.heading(elasticity_title);
    text.add(gains);
  }
  text.heading("The best and its runners-up");
  text.table(ranked_rows(plan), shown.explain ? plan.entries.size() : most_rows);
  if (const auto trade = trade_of(plan)) {
    text.heading(trade_title);
    text.add(trade_text(trade->trade, trade->answers, true));
  }
}

void add_explanation(const Plan& plan, Text& text) {
  if (plan.entries.size() > 1) text.heading("Why the others are not the best");
  for (std::size_t i = 1; i < plan.entries.size(); ++i)
    text.paragraph(fmt::format("{}: {}", i + 1, why_it_loses(plan, plan.entries[i])));
  if (!plan.refusals.empty()) text.heading("Clusters that cannot be");
  for (std::size_t i = 0; i < plan.refusals.size() && i < most_refusals; ++i)
    text.paragraph(fmt::format("{}: {}", plan.refusals[i].cluster, plan.refusals[i].reason));
}

void add_changes(const Plan& plan, Text& text) {
  text.heading("No answer keeps the limits");
  if (plan.changes.empty()) text.paragraph("No single change was found that makes one.");
  if (!plan.changes.empty()) text.paragraph("Each of these would make one:");
  for (const std::string& change : plan.changes) text.paragraph("- " + change, 4);
}

}  // namespace

std::vector<Verdict> check_plan(const Plan& plan) {
  if (plan.entries.empty()) return {};
  ScenarioFile file;
  file.expected = plan.expected;
  return check_expectations(file, {&plan.entries.front().answer, 1});
}

std::string plan_table(const Plan& plan, const PlanShown& shown) {
  Text text(shown.bold);
  text.title(plan.question.empty() ? plan.name : plan.question);
  if (plan.entries.empty())
    add_changes(plan, text);
  else
    add_answer(plan, shown, text);
  if (shown.explain) add_explanation(plan, text);
  text.heading("How it was found");
  for (const std::string& line : search_lines(plan)) text.paragraph(line);
  if (!plan.entries.empty())
    for (const std::string& warning : plan.entries.front().answer.warnings)
      text.paragraph("warning: " + warning);
  const std::vector<Verdict> verdicts = check_plan(plan);
  if (!verdicts.empty()) text.heading("Against what is known");
  for (const Verdict& verdict : verdicts) {
    text.paragraph((verdict.met ? "ok     " : "MISSED ") + verdict.text);
    text.paragraph(verdict.expectation.source, 10);
  }
  return text.take();
}

}  // namespace headroom::scenarios
