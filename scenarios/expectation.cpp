// SPDX-License-Identifier: Apache-2.0
#include "scenarios/expectation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/catalogue/near_names.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

// The figure in the answer to a variant ("" = the first answer).
std::optional<double> figure(std::span<const Answer> answers, const std::string& variant,
                             const std::string& quantity) {
  const auto answer = std::find_if(answers.begin(), answers.end(), [&](const Answer& a) {
    return variant.empty() || a.scenario.variant == variant;
  });
  if (answer == answers.end()) return std::nullopt;
  const auto found = answer->quantities.find(quantity);
  return found == answer->quantities.end() ? std::nullopt : std::optional(found->second);
}

std::string name_of(const Expectation& e) {
  std::string name = label_of(e.quantity);
  if (!e.variant.empty()) name += " of " + e.variant;
  if (!e.over.empty()) name += " over that of " + e.over;
  return name;
}

// A figure that no answer has is a slip of the pen.
void check_name(const Expectation& expectation, std::span<const Answer> answers) {
  std::vector<std::string> names;
  for (const Answer& answer : answers) {
    if (!answer.feasible || answer.quantities.count(expectation.quantity) > 0) return;
    for (const auto& [name, value] : answer.quantities) names.push_back(name);
  }
  if (!names.empty())
    throw bad_input("expected[].quantity: " + models::unknown_name("figure", expectation.quantity, names));
}

Verdict check(const Expectation& expectation, std::span<const Answer> answers) {
  Verdict verdict{expectation, 0, false, {}};
  std::optional<double> value = figure(answers, expectation.variant, expectation.quantity);
  if (value && !expectation.over.empty()) {
    const auto divisor = figure(answers, expectation.over, expectation.quantity);
    value = divisor ? std::optional(*value / *divisor) : std::nullopt;
  }
  const auto print = [&](double x) {
    return expectation.over.empty() ? print_quantity(expectation.quantity, x) : fmt::format("{:.4g}", x);
  };
  if (value) {
    verdict.value = *value;
    verdict.met = *value >= expectation.low && *value <= expectation.high;
  }
  verdict.text =
      fmt::format("{}: {}, expected {} to {}", name_of(expectation), value ? print(*value) : "no such figure",
                  print(expectation.low), print(expectation.high));
  return verdict;
}

}  // namespace

std::vector<Verdict> check_expectations(const ScenarioFile& file, std::span<const Answer> answers) {
  std::vector<Verdict> verdicts;
  for (const Expectation& expectation : file.expected) {
    check_name(expectation, answers);
    verdicts.push_back(check(expectation, answers));
  }
  return verdicts;
}

}  // namespace headroom::scenarios
