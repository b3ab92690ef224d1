// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/network_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/validate/kernel_points.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

std::string text_or(const Fields& record, std::string_view path, const char* otherwise) {
  try {
    return record.text(path).value_or(otherwise);
  } catch (const Error&) {
    return otherwise;
  }
}

// "github:NVIDIA/gdrcopy@fcec3ce : README.md" is of the source "github:NVIDIA/gdrcopy".
std::string source_of(const std::string& where) {
  return where.substr(0, where.find_first_of("@ "));
}

}  // namespace

void describe_network(const Fields& record, Outcome& outcome) {
  outcome.kind = text_or(record, "kind", "unknown");
  const std::string where = text_or(record, "source.where", "unknown");
  outcome.source = where.rfind("github:", 0) == 0 ? source_of(where) : where.substr(0, where.find(" : "));
  outcome.accelerator = text_or(record, "machine.accelerator", "unknown");
  outcome.has_points = true;
  outcome.set = outcome.kind;
  try {
    outcome.accelerators = record.count_or("machine.count", 0);
  } catch (const Error&) {
    outcome.accelerators = 0;
  }
}

void predict_network(const Fields& record, const Basis& basis, Outcome& outcome) {
  const std::string kind = record.need_text("kind");
  if (is_of_kernels(kind)) {
    predict_kernels(record, basis, outcome);
  } else if (kind == "collective" || kind == "p2p") {
    predict_collective(record, basis.catalogue, outcome);
  } else {
    throw bad_input(fmt::format("kind: measurements of {} are not modelled", in_quotes(kind)));
  }
  if (outcome.figures.empty())
    throw bad_input("points: none with a size and a time or rate that is modelled");
  // Anomalies that the collection itself warns of stand apart.
  if (record.text("use") == "caution") {
    for (Figure& figure : outcome.figures) figure.set += " (caution)";
  }
  outcome.status = Status::predicted;
}

std::optional<Measured> measured_at(const Fields& point) {
  struct Field {
    const char* name;
    double unit;
    Measured as;
  };
  static constexpr Field fields[] = {{"time_us", 1e-6, {0, false, "seconds"}},
                                     {"tflops", 1e12, {0, true, "flop_per_s"}},
                                     {"algbw", 1e9, {0, true, "bytes_per_s"}},
                                     {"gbps", 1e9, {0, true, "bytes_per_s"}}};
  for (const Field& field : fields) {
    const auto value = point.number(field.name);
    if (!value || !(*value > 0)) continue;
    Measured measured = field.as;
    measured.value = *value * field.unit;
    return measured;
  }
  return std::nullopt;
}

void add_figure(Outcome& outcome, const Measured& measured, double seconds, double amount, Figure figure) {
  if (!outcome.figures.empty() && outcome.quantity != measured.quantity) return;  // one quantity a record
  outcome.quantity = measured.quantity;
  outcome.is_rate = measured.is_rate;
  figure.observed = measured.value;
  figure.predicted = measured.is_rate ? amount / seconds : seconds;
  outcome.figures.push_back(std::move(figure));
}

}  // namespace headroom::scenarios::validation
