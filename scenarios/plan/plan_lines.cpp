// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/plan_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "models/catalogue/units.hpp"
#include "scenarios/plan/objective.hpp"
#include "scenarios/views/quantity_text.hpp"

namespace headroom::scenarios {
namespace {

using models::print_count;

std::string counted(std::size_t n, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", print_count(static_cast<double>(n)), n == 1 ? one : many);
}

std::string signed_percent(double share) {
  return fmt::format("{:+.1f} %", 100 * share);
}

const char* cost_quantity(const Answer& answer) {
  return answer.quantities.contains("run_seconds") ? "run_usd" : "step_usd";
}

std::string money_text(const PlanEntry& entry) {
  return entry.having ? print_quantity(cost_quantity(entry.answer), entry.having->usd) : "-";
}

struct Column {
  std::string head;
  char alignment;
  std::string (*cell)(const PlanEntry&);
};

const Column columns[] = {
    {"cluster", 'l', [](const PlanEntry& e) { return e.cluster; }},
    {"GPUs", 'r', [](const PlanEntry& e) { return print_count(e.accelerators() + e.idle()); }},
    {"idle", 'r', [](const PlanEntry& e) { return print_count(e.idle()); }},
    {"layout", 'l', [](const PlanEntry& e) { return layout_text(e.layout()); }},
    {"step", 'r', [](const PlanEntry& e) { return figure_text(e.answer, "step_seconds"); }},
    {"closed form", 'r', [](const PlanEntry& e) { return models::print_seconds(e.closed_form_seconds); }},
    {"MFU", 'r', [](const PlanEntry& e) { return figure_text(e.answer, "mfu"); }},
    {"memory", 'r', [](const PlanEntry& e) { return figure_text(e.answer, "memory_bytes"); }},
    {"run", 'r', [](const PlanEntry& e) { return figure_text(e.answer, "run_seconds"); }},
    {"cost", 'r', money_text},
    {"had", 'l',
     [](const PlanEntry& e) { return std::string(e.having ? to_string(e.having->acquisition) : "-"); }},
    {"power", 'r', [](const PlanEntry& e) { return figure_text(e.answer, "peak_power_watts"); }},
    {"frontier", 'l', [](const PlanEntry& e) { return std::string(e.on_frontier ? "*" : ""); }},
};

// Whether a column tells entries apart.
bool tells(const Column& column, const std::vector<PlanEntry>& entries) {
  const std::string first = column.cell(entries.front());
  return std::any_of(entries.begin(), entries.end(),
                     [&](const PlanEntry& e) { return column.cell(e) != first; });
}

// The parts of the step in which two answers differ most, the largest first.
std::string difference_of_steps(const models::Breakdown& best, const models::Breakdown& other) {
  constexpr std::size_t told = 3;
  constexpr double worth_telling = 0.002;  // of the step
  const std::pair<const char*, double> parts[] = {
      {"compute", other.compute - best.compute},
      {"tensor-parallel communication", other.exposed_tensor - best.exposed_tensor},
      {"expert-parallel communication", other.exposed_expert - best.exposed_expert},
      {"context-parallel communication", other.exposed_context - best.exposed_context},
      {"pipeline transfers", other.exposed_pipeline - best.exposed_pipeline},
      {"data-parallel communication", other.exposed_data - best.exposed_data},
      {"pipeline bubble", other.bubble - best.bubble},
      {"optimiser", other.optimiser - best.optimiser},
      {"input", other.input - best.input},
      {"kernel launches", other.host - best.host}};
  std::vector<std::pair<const char*, double>> telling;
  for (const auto& part : parts)
    if (std::abs(part.second) > worth_telling * best.sum()) telling.push_back(part);
  std::stable_sort(telling.begin(), telling.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  telling.resize(std::min(telling.size(), told));
  std::vector<std::string> words;
  for (const auto& [name, seconds] : telling)
    words.push_back(
        fmt::format("{} {}{}", name, seconds < 0 ? "-" : "+", models::print_seconds(std::abs(seconds))));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

std::string layout_text(const models::Layout& layout) {
  std::string text = fmt::format("TP{}", layout.tensor);
  if (layout.context > 1) text += fmt::format(" CP{}", layout.context);
  text += fmt::format(" PP{} DP{}", layout.pipeline, layout.data);
  if (layout.virtual_stages > 1) text += fmt::format(" VP{}", layout.virtual_stages);
  if (layout.expert > 1) text += fmt::format(" EP{}", layout.expert);
  if (layout.tensor > 1 && layout.expert_tensor == 1) text += " ETP1";
  if (layout.pipeline > 1 && layout.schedule == models::Schedule::gpipe) text += " gpipe";
  if (layout.splits_backward()) text += " ZB-H1";
  text += fmt::format(" mb{}", layout.microbatch);
  if (layout.sequence_parallel) text += " SP";
  if (layout.zero_stage > 0) text += fmt::format(" ZeRO{}", layout.zero_stage);
  if (layout.shard_group > 0) text += fmt::format("/{}", layout.shard_group);
  if (layout.offload != models::Offload::none) text += " offload";
  if (layout.recomputed_layers >= 0)
    text += fmt::format(" recompute {} layers", layout.recomputed_layers);
  else if (layout.recomputation != models::Recomputation::none)
    text += fmt::format(" recompute {}", to_string(layout.recomputation));
  return text;
}

std::vector<std::string> search_lines(const Plan& plan) {
  const PlanCounts& c = plan.counts;
  const models::SearchCounts& l = c.layouts;
  std::vector<std::string> lines;
  std::string clusters = counted(c.clusters, "cluster", "clusters");
  if (c.without_layout > 0)
    clusters +=
        fmt::format(" ({} cannot be or have no layout)", print_count(static_cast<double>(c.without_layout)));
  lines.push_back(fmt::format(
      "{}, {}: {} need more memory than an accelerator has, {} would be slower even if no transfer between "
      "stages or replicas took time, {} timed in closed form",
      clusters, counted(l.layouts, "layout", "layouts"), print_count(static_cast<double>(l.too_large)),
      print_count(static_cast<double>(l.too_slow)), print_count(static_cast<double>(l.timed))));
  if (c.priced > 0)
    lines.push_back(fmt::format(
        "{} best at their cluster: {} break a limit, {} lack a price; {} simulated, in the median {:.1f} % "
        "from "
        "closed form",
        counted(c.priced, "layout is", "layouts are"), print_count(static_cast<double>(c.over_limits)),
        print_count(static_cast<double>(c.without_price)), counted(c.simulated, "answer was", "answers were"),
        100 * plan.median_shift));
  if (!plan.entries.empty())
    lines.push_back(
        fmt::format("In closed form nothing that was left out beats the best; simulating moved it by "
                    "{}",
                    signed_percent(plan.best_shift)));
  return lines;
}

std::vector<Line> best_lines(const PlanEntry& best) {
  std::vector<Line> lines = setup_lines(best.answer.scenario);
  if (best.idle() > 0)
    lines.push_back({"Idle", counted(static_cast<std::size_t>(best.idle()), "accelerator", "accelerators"),
                     "bought and powered, but no legal layout with them is as good"});
  for (Line& line : headline(best.answer)) lines.push_back(std::move(line));
  if (best.having)
    lines.push_back({"Cheapest", fmt::format("{}, {}", money_text(best), to_string(best.having->acquisition)),
                     best.having->monthly_usd
                         ? fmt::format("{} a month", models::print_money(*best.having->monthly_usd))
                         : ""});
  return lines;
}

std::vector<Line> limit_lines(const PlanEntry& best) {
  std::vector<Line> lines;
  for (const LimitUse& use : best.limits)
    lines.push_back({use.name,
                     fmt::format("{} of {}", print_quantity(use.quantity, *use.value),
                                 print_quantity(use.quantity, use.limit)),
                     fmt::format("{} used", print_percent(*use.value / use.limit))});
  return lines;
}

PlanRows ranked_rows(const Plan& plan) {
  PlanRows table{"r", {{"#"}}};
  for (std::size_t i = 0; i < plan.entries.size(); ++i)
    table.rows.push_back({print_count(static_cast<double>(i + 1))});
  for (const Column& column : columns) {
    if (plan.entries.size() > 1 && !tells(column, plan.entries)) continue;
    table.alignment += column.alignment;
    table.rows.front().push_back(column.head);
    for (std::size_t i = 0; i < plan.entries.size(); ++i)
      table.rows[i + 1].push_back(column.cell(plan.entries[i]));
  }
  return table;
}

std::optional<PlanTrade> trade_of(const Plan& plan) {
  if (plan.entries.empty()) return std::nullopt;
  PlanTrade result;
  for (const PlanEntry& entry : plan.entries) {
    result.answers.push_back(entry.answer);
    result.answers.back().scenario.variant =
        entry.cluster.empty() ? layout_text(entry.layout()) : entry.cluster;
  }
  const auto& ways = plan.entries.front().answer.scenario.limits.acquisitions;
  std::optional<Trade> trade = trade_of(result.answers, plan.baseline, ways);
  if (!trade) return std::nullopt;
  result.trade = std::move(*trade);
  return result;
}

std::string why_it_loses(const Plan& plan, const PlanEntry& entry) {
  const PlanEntry& best = plan.entries.front();
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < plan.objectives.size(); ++i) {
    const double more = entry.objectives[i] / best.objectives[i] - 1;
    parts.push_back(fmt::format("{} {}", names_of(plan.objectives[i]).word, signed_percent(more)));
  }
  if (entry.answer.training && best.answer.training) {
    const std::string steps =
        difference_of_steps(best.answer.training->breakdown, entry.answer.training->breakdown);
    parts.push_back(steps.empty() ? "the step is the same" : "of a step: " + steps);
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace headroom::scenarios
