// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/answer_csv.hpp"

#include <fmt/format.h>

#include "scenarios/views/csv.hpp"

namespace headroom::scenarios {
namespace {

class Rows {
 public:
  Rows(const ScenarioFile& file, std::string& out) : file_(file), out_(out) {}

  void add(const Answer& answer) {
    variant_ = answer.scenario.variant;
    for (const auto& [name, value] : answer.quantities) row("quantity", name, value);
    if (answer.training) {
      for (const auto& term : answer.training->memory.terms) row("memory", term.name, term.bytes);
    }
    for (const CollectiveRow& size : answer.collectives) {
      const std::string bytes = fmt::format("{}/", size.bytes);
      row("size", bytes + "seconds", size.seconds);
      row("size", bytes + "bus_bandwidth_bytes_per_second", size.bus_bandwidth);
    }
    for (const auto& use : answer.links) row("link", use.name, use.utilisation);
    if (!answer.cost) return;
    const models::CostReport& cost = *answer.cost;
    for (const auto& line : cost.capex) row("capex", line.part, line.usd);
    row("capex", "total", cost.capex_usd);
    for (const auto& line : cost.ownership) row("owned a month", line.part, line.usd_per_month);
    row("owned a month", "total", cost.owned_usd_per_month);
    for (const auto& line : cost.power) row("average power", line.part, line.average_watts);
    row("average power", "total", cost.average_power_watts);
  }

 private:
  void row(std::string_view group, const std::string& name, double value) {
    out_ += fmt::format("{},{},{},{},{}\n", csv_cell(file_.name), csv_cell(variant_), group, csv_cell(name),
                        value);
  }

  const ScenarioFile& file_;
  std::string& out_;
  std::string variant_;
};

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

}  // namespace

std::string answers_csv(const ScenarioFile& file, std::span<const Answer> answers) {
  std::string out = "scenario,variant,group,name,value\n";
  Rows rows(file, out);
  for (const Answer& answer : answers) rows.add(answer);
  return out;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string out = "quantity,a,b,ratio\n";
  for (const auto& q : comparison.quantities) {
    out += fmt::format("{},{},{},{}\n", csv_cell(q.name), number(q.a), number(q.b), number(q.ratio));
  }
  return out;
}

}  // namespace headroom::scenarios
