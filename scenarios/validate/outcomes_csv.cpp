// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/validate/views.hpp"
#include "scenarios/views/csv.hpp"

namespace headroom::scenarios::validation {
namespace {

// "m=128 n=64", or nothing for the one figure of a training record.
std::string place_of(const Figure& figure) {
  std::string text;
  for (const auto& [name, value] : figure.at)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : "";
}

}  // namespace

std::string outcomes_csv(std::span<const Outcome> outcomes) {
  std::string out =
      "id,status,reason,source,accelerator,accelerators,quantity,at,observed,predicted,low,high\n";
  for (const Outcome& o : outcomes) {
    const std::string head =
        fmt::format("{},{},{},{},{},{},{}", csv_cell(o.id), to_string(o.status), csv_cell(o.reason),
                    csv_cell(o.source), csv_cell(o.accelerator), o.accelerators, csv_cell(o.quantity));
    if (o.figures.empty()) out += fmt::format("{},,{},,,\n", head, number(o.observed));
    for (const Figure& f : o.figures) {
      out += fmt::format("{},{},{},{},{},{}\n", head, csv_cell(place_of(f)), f.observed, f.predicted, f.low,
                         f.high);
    }
  }
  return out;
}

}  // namespace headroom::scenarios::validation
