// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/report.hpp"

#include <fmt/format.h>

#include "models/catalogue/units.hpp"
#include "scenarios/expectation.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/charts.hpp"
#include "scenarios/views/cost_markup.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "scenarios/views/gantt.hpp"
#include "scenarios/views/html.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "scenarios/views/sections.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

using html::escape;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t most_charts = 4;

std::string cards(const std::vector<Line>& lines) {
  std::string out = "<div class=\"cards\">\n";
  for (const Line& line : lines) {
    out += fmt::format(
        "<div class=\"card\"><div class=\"label\">{}</div><div class=\"value\">{}</div>"
        "<div class=\"note\">{}</div></div>\n",
        escape(line.label), escape(line.value), escape(line.note));
  }
  return out + "</div>\n";
}

std::string links_section(const Answer& answer) {
  Rows rows{{"link", "kind", "used", "", "bytes"}};
  for (const models::LinkUse& use : telling_links(answer)) {
    rows.push_back({escape(use.name), escape(to_string(use.kind)), print_percent(use.utilisation),
                    charts::cell_bar(use.utilisation, charts::colour(0)),
                    escape(models::print_bytes(use.bytes))});
  }
  return answer.links.empty() ? ""
                              : html::section("Links, the most used first", html::table("llrlr", rows, true));
}

std::string improvements_section(const Answer& answer) {
  std::string body;
  if (!answer.limit.empty()) body += fmt::format("<p>Limit: <b>{}</b></p>\n", escape(answer.limit));
  Rows rows{{"change", "step time", "saves", ""}};
  for (const Improvement& better : answer.improvements) {
    const double saved = 1 - better.step_seconds / answer.quantities.at("step_seconds");
    rows.push_back({escape(better.change), escape(models::print_seconds(better.step_seconds)),
                    print_percent(saved), charts::cell_bar(saved, charts::colour(5))});
  }
  if (rows.size() > 1) body += html::table("lrrl", rows, true);
  return html::section("What limits it, and what would help most", body);
}

std::string gantt_section(const Answer& answer) {
  const std::string plot = answer.training ? charts::gantt(*answer.training) : "";
  if (plot.empty()) return "";
  std::string legend;
  for (const auto category :
       {models::StepCategory::compute, models::StepCategory::tensor, models::StepCategory::expert,
        models::StepCategory::context, models::StepCategory::pipeline, models::StepCategory::data,
        models::StepCategory::optimiser, models::StepCategory::input}) {
    legend += fmt::format("<span>{}{}</span> &#160; ", html::swatch(charts::category_colour(category)),
                          escape(to_string(category)));
  }
  return html::section("One step in time",
                       plot + "<p class=\"quiet\">" + legend + "Heights are shares of the time.</p>\n");
}

std::string sizes_section(std::span<const Answer> answers) {
  std::vector<charts::Series> series;
  Rows rows{{"", "size", "time", "bus bandwidth", "algorithm", "protocol"}};
  for (const Answer& answer : answers) {
    charts::Series line{title_of(answer), {}};
    for (const CollectiveRow& row : answer.collectives) {
      line.points.emplace_back(row.bytes, row.bus_bandwidth);
      rows.push_back({html::swatch(charts::colour(series.size())) + escape(line.name),
                      escape(models::print_bytes(row.bytes)), escape(models::print_seconds(row.seconds)),
                      escape(models::print_bandwidth(row.bus_bandwidth)), escape(row.algorithm),
                      escape(row.protocol)});
    }
    if (!line.points.empty()) series.push_back(std::move(line));
  }
  if (series.empty()) return "";
  return html::section("Bus bandwidth by size",
                       charts::bandwidth_curve(series) + html::table("lrrrll", rows, true));
}

std::string infeasible_section(const Answer& answer) {
  return fmt::format("<div class=\"why\"><b>No answer.</b> {}</div>\n", escape(answer.why_not));
}

std::string memory_section(const Answer& answer) {
  if (!answer.training) return "";
  const models::MemoryEstimate& memory = answer.training->memory;
  const double capacity = answer.scenario.cluster.accelerator.memory_bytes;
  const std::string title =
      fmt::format("Memory of one GPU: {} of {} ({})", models::print_bytes(memory.total_bytes),
                  models::print_bytes(capacity), print_percent(memory.total_bytes / capacity));
  return parts_section(title, memory_parts(memory), models::print_bytes);
}

std::string notes_sections(const Answer& answer) {
  std::string out;
  if (!answer.warnings.empty()) {
    out += html::section("Warnings", "<div class=\"warn\">" + html::list(answer.warnings) + "</div>\n");
  }
  if (answer.cost) out += html::section("About the prices", html::list(answer.cost->notes));
  return out + html::section("Where the numbers come from", html::list(answer.provenance));
}

std::string answer_markup(const Answer& answer, bool titled) {
  std::string out = titled ? fmt::format("<h2>{}</h2>\n", escape(title_of(answer))) : "";
  out += lines_table(setup_lines(answer.scenario));
  if (!answer.feasible) return out + infeasible_section(answer) + memory_section(answer);
  out += cards(headline(answer));
  if (answer.training) {
    out += parts_section("Where the time goes", time_parts(answer), models::print_seconds);
  }
  out += improvements_section(answer) + elasticity_section(answer) + gantt_section(answer) +
         links_section(answer) + memory_section(answer);
  return out + cost_sections(answer) + notes_sections(answer);
}

// A column for each variant, a row for each figure; the most telling figures as bars.
std::string variants_markup(std::span<const Answer> answers) {
  const std::vector<std::string> names = compared_quantities(answers);
  Rows rows{{""}};
  for (const Answer& answer : answers) rows.front().push_back(escape(title_of(answer)));
  for (const std::string& name : names) {
    rows.push_back({escape(label_of(name))});
    for (const Answer& answer : answers) rows.back().push_back(escape(figure_text(answer, name)));
  }
  std::string out =
      html::section("The variants", html::table("l" + std::string(answers.size(), 'r'), rows, true));
  std::size_t drawn = 0;
  for (const std::string& name : names) {
    if (!differs(answers, name) || ++drawn > most_charts) continue;
    std::vector<charts::Bar> bars;
    for (const Answer& answer : answers) {
      const auto found = answer.quantities.find(name);
      if (found != answer.quantities.end()) {
        bars.push_back({title_of(answer), found->second, print_quantity(name, found->second)});
      }
    }
    out += html::section(label_of(name), charts::bars(bars));
  }
  return out;
}

std::string trade_markup(std::span<const Answer> answers, const std::string& baseline) {
  const std::optional<Trade> trade = trade_of(answers, baseline);
  return trade ? trade_section(*trade, answers) : "";
}

std::string expectations_section(const ScenarioFile& file, std::span<const Answer> answers) {
  Rows rows;
  for (const Verdict& verdict : check_expectations(file, answers)) {
    rows.push_back(
        {verdict.met ? "ok" : "<b>missed</b>", escape(verdict.text), escape(verdict.expectation.source)});
  }
  return rows.empty() ? "" : html::section("Against what is known", html::table("lln", rows, false));
}

}  // namespace

std::string report_html(const ScenarioFile& file, std::span<const Answer> answers) {
  const std::string title = file.question.empty() ? file.name : file.question;
  std::string body;
  const bool several = answers.size() > 1;
  if (several) body += variants_markup(answers) + trade_markup(answers, file.baseline);
  body += sizes_section(answers);
  for (const Answer& answer : answers) body += answer_markup(answer, several);
  body += expectations_section(file, answers);
  return html::page(
      {file.name, title, file.name, std::move(body),
       "Predicted by Headroom, a simulator of GPU clusters. Times are simulated, not measured."});
}

}  // namespace headroom::scenarios
