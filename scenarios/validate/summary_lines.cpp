// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/summary_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scenarios/views/quantity_text.hpp"

namespace headroom::scenarios::validation {
namespace {

constexpr std::size_t most_reasons = 12;

std::string percent(const std::optional<double>& fraction) {
  return fraction ? print_percent(*fraction) : "-";
}

std::string plain(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "-";
}

}  // namespace

const Cells& summary_head() {
  static const Cells head = {"",          "",     "records", "predicted",   "figures",    "median error",
                             "p90 error", "bias", "rank",    "chosen/best", "inside 80 %"};
  return head;
}

const char* summary_alignment() {
  return "llrrrrrrrrr";
}

Cells summary_cells(const SummaryRow& row) {
  return {row.by,
          row.name,
          fmt::format("{}", row.records),
          print_percent(row.coverage()),
          fmt::format("{}", row.figures),
          percent(row.median_error),
          percent(row.p90_error),
          row.bias ? fmt::format("{:+.1f} %", 100 * *row.bias) : "-",
          plain(row.rank_correlation),
          plain(row.chosen_over_best),
          percent(row.inside)};
}

std::vector<std::pair<std::string, std::size_t>> frequent_reasons(std::span<const Outcome> outcomes) {
  std::map<std::string, std::size_t> counts;
  for (const Outcome& outcome : outcomes) {
    if (outcome.status == Status::unsupported) ++counts[outcome.reason];
    if (outcome.status == Status::does_not_fit) ++counts["does not fit the memory"];
  }
  std::vector<std::pair<std::string, std::size_t>> reasons(counts.begin(), counts.end());
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  reasons.resize(std::min(reasons.size(), most_reasons));
  return reasons;
}

}  // namespace headroom::scenarios::validation
