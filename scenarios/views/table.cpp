// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/table.hpp"

#include <fmt/format.h>

#include "models/catalogue/units.hpp"
#include "scenarios/expectation.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/cost_lines.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "scenarios/views/text_table.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

constexpr std::size_t page_width = 100;  // characters
constexpr int bar_width = 28;
constexpr std::size_t most_improvements = 5;
// A part this small is left out of the list; its time is still in the total.
constexpr double smallest_part = 5e-4;

class Page {
 public:
  explicit Page(bool bold) : bold_(bold) {}

  void heading(std::string_view text) {
    text_ += '\n';
    title(text);
  }
  void title(std::string_view text) {
    text_ += bold_ ? fmt::format("\033[1m{}\033[0m\n", text) : fmt::format("{}\n", text);
  }
  void add(std::string_view text) { text_ += text; }
  void table(const TextTable& table) { add(table.text()); }
  void paragraph(std::string_view text, std::size_t indent = 2) {
    text_ += wrapped(text, page_width, indent);
  }
  void bullets(std::string_view head, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    heading(head);
    for (const std::string& text : texts) {
      std::string lines = wrapped(text, page_width, 4);
      lines[2] = '-';
      text_ += lines;
    }
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  bool bold_;
  std::string text_;
};

void add_lines(Page& page, const std::vector<Line>& lines) {
  TextTable table("l");
  for (const Line& line : lines) table.row({line.label, line.value, line.note});
  page.table(table);
}

// Parts with bars, each from where the one before it ends; the total below.
void add_parts(Page& page, const std::vector<Part>& parts, std::string (*print)(double), double total) {
  TextTable table("lrrl");
  double begin = 0;
  for (const Part& part : parts) {
    if (part.amount > smallest_part * total)
      table.row({part.label, print(part.amount), part.percent,
                 text_bar(begin / total, part.amount / total, bar_width)});
    begin += part.amount;
  }
  table.row({"total", print(total), "100.0 %"});
  page.table(table);
}

void add_links(Page& page, const Answer& answer) {
  if (answer.links.empty()) return;
  page.heading("Links, the most used first");
  TextTable table("llrl");
  for (const models::LinkUse& use : telling_links(answer)) {
    table.row({use.name, to_string(use.kind), print_percent(use.utilisation),
               text_bar(0, use.utilisation, bar_width)});
  }
  page.table(table);
}

void add_improvements(Page& page, const Answer& answer) {
  if (!answer.limit.empty()) {
    page.heading("What limits it");
    page.paragraph(answer.limit);
  }
  if (answer.improvements.empty()) return;
  page.heading("What would help most");
  TextTable table("lrr");
  const double now = answer.quantities.at("step_seconds");
  for (std::size_t i = 0; i < std::min(answer.improvements.size(), most_improvements); ++i) {
    const Improvement& better = answer.improvements[i];
    table.row({better.change, models::print_seconds(better.step_seconds),
               fmt::format("{:+.1f} %", 100 * (better.step_seconds / now - 1))});
  }
  page.table(table);
}

void add_elasticities(Page& page, const Answer& answer) {
  const std::string text = elasticity_text(answer);
  if (text.empty()) return;
  page.heading(elasticity_title);
  page.add(text);
}

// Rows with a head; amounts are right-aligned.
void add_rows(Page& page, const std::string& title, const CostRows& rows) {
  if (rows.empty()) return;
  page.heading(title);
  const bool of_run = rows.front().size() > 4;
  TextTable table(of_run ? "lrrl" : "lrl");
  for (const auto& row : rows) table.row(row);
  page.table(table);
}

void add_cost(Page& page, const models::CostReport& cost, long accelerators) {
  if (!cost.capex.empty()) {
    page.heading(purchase_title(cost));
    TextTable table("lrrl");
    for (const Part& part : cost_parts(cost))
      table.row({part.label, models::print_money(part.amount), part.percent, part.note});
    table.row({"total", models::print_money(cost.capex_usd), "100.0 %"});
    page.table(table);
  }
  if (!cost.ownership.empty()) add_rows(page, ownership_title(cost), ownership_rows(cost));
  add_rows(page, "Own or rent", own_or_rent_rows(cost, accelerators));
  const std::string use = break_even_use(cost);
  if (!use.empty()) page.paragraph("owning pays against on demand from a use of " + use);
  page.heading("Power and place");
  add_lines(page, place_lines(cost));
}

void add_collectives(Page& page, const Answer& answer) {
  if (answer.collectives.size() < 2) return;
  page.heading("By size");
  TextTable table("rrrrll");
  table.row({"size", "time", "algorithm bandwidth", "bus bandwidth", "algorithm", "protocol"});
  for (const CollectiveRow& row : answer.collectives) {
    table.row({models::print_bytes(row.bytes), models::print_seconds(row.seconds),
               models::print_bandwidth(row.algorithm_bandwidth), models::print_bandwidth(row.bus_bandwidth),
               row.algorithm, row.protocol});
  }
  page.table(table);
}

void add_infeasible(Page& page, const Answer& answer) {
  page.heading("No answer: it does not fit");
  page.paragraph(answer.why_not);
  if (!answer.training) return;
  const models::MemoryEstimate& memory = answer.training->memory;
  page.heading(fmt::format("Memory of one GPU of stage {}, {}", memory.stage, memory.peak_phase));
  add_parts(page, memory_parts(memory), models::print_bytes, memory.total_bytes);
  add_lines(page, {{"limit", models::print_bytes(answer.scenario.cluster.accelerator.memory_bytes), ""}});
}

// What was asked: one long text a line, so the notes do not stand in a column of their own.
void add_setup(Page& page, const Scenario& scenario) {
  TextTable table("l");
  for (const Line& line : setup_lines(scenario)) {
    table.row({line.label, line.note.empty() ? line.value : fmt::format("{}; {}", line.value, line.note)});
  }
  page.table(table);
}

void add_answer(Page& page, const Answer& answer) {
  add_setup(page, answer.scenario);
  if (!answer.feasible) {
    add_infeasible(page, answer);
    return;
  }
  page.heading("Answer");
  add_lines(page, headline(answer));
  if (answer.training) {
    page.heading("Where the time goes");
    add_parts(page, time_parts(answer), models::print_seconds, answer.training->breakdown.sum());
  }
  add_collectives(page, answer);
  add_improvements(page, answer);
  add_elasticities(page, answer);
  add_links(page, answer);
  if (answer.cost) {
    const ClusterChoice& cluster = answer.scenario.cluster;
    add_cost(page, *answer.cost, static_cast<long>(cluster.servers) * cluster.server.accelerators);
  }
  page.bullets("Where the numbers come from", answer.provenance);
  if (answer.cost) page.bullets("About the prices", answer.cost->notes);
  page.bullets("Warnings", answer.warnings);
}

// A column for each variant, a row for each figure.
void add_variants(Page& page, std::span<const Answer> answers) {
  TextTable table("l" + std::string(answers.size(), 'r'));
  std::vector<std::string> head{""};
  for (const Answer& answer : answers) head.push_back(title_of(answer));
  table.row(head);
  for (const std::string& name : compared_quantities(answers)) {
    std::vector<std::string> cells{label_of(name)};
    for (const Answer& answer : answers) cells.push_back(figure_text(answer, name));
    table.row(cells);
  }
  page.heading("The variants");
  page.table(table);
}

void add_trade(Page& page, const std::optional<Trade>& trade, std::span<const Answer> answers) {
  if (!trade) return;
  page.heading(trade_title);
  page.add(trade_text(*trade, answers, false));
}

void add_expectations(Page& page, const ScenarioFile& file, std::span<const Answer> answers) {
  if (file.expected.empty()) return;
  page.heading("Against what is known");
  for (const Verdict& verdict : check_expectations(file, answers)) {
    page.paragraph(fmt::format("{} {}", verdict.met ? "ok     " : "MISSED ", verdict.text));
    page.paragraph(verdict.expectation.source, 10);
  }
}

}  // namespace

std::string answer_table(const ScenarioFile& file, std::span<const Answer> answers, bool bold) {
  Page page(bold);
  page.title(file.question.empty() ? file.name : file.question);
  if (answers.size() > 1) add_variants(page, answers);
  if (answers.size() > 1) add_trade(page, trade_of(answers, file.baseline), answers);
  for (const Answer& answer : answers) {
    if (answers.size() > 1) page.heading(fmt::format("== {} ==", title_of(answer)));
    add_answer(page, answer);
  }
  add_expectations(page, file, answers);
  return page.take();
}

std::string comparison_table(const Comparison& comparison, bool bold) {
  Page page(bold);
  page.title(fmt::format("{}  against  {}", comparison.a, comparison.b));
  page.heading("What differs");
  TextTable inputs("lll");
  for (const auto& input : comparison.inputs) inputs.row({input.path, input.a, input.b});
  if (inputs.empty()) page.paragraph("nothing");
  page.table(inputs);
  page.heading("What it does");
  TextTable quantities("lrrr");
  quantities.row({"", "A", "B", "B / A"});
  for (const auto& q : comparison.quantities) {
    quantities.row({label_of(q.name), q.a ? print_quantity(q.name, *q.a) : "-",
                    q.b ? print_quantity(q.name, *q.b) : "-",
                    q.ratio ? models::print_number(*q.ratio) : "-"});
  }
  page.table(quantities);
  return page.take();
}

}  // namespace headroom::scenarios
