// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/catalogue/near_names.hpp"
#include "scenarios/language/values.hpp"

namespace headroom::scenarios {
namespace {

void check_variant_name(const Values& values, std::string_view path, std::span<const std::string> answers) {
  const std::string& name = values.text(path);
  if (name.empty() || std::find(answers.begin(), answers.end(), name) != answers.end()) return;
  const auto near = models::near_names(name, {answers.begin(), answers.end()}, 1);
  throw values.refuse(path, "the name of a variant",
                      in_quotes(name) + (near.empty() ? "" : fmt::format(" (nearest: {})", near.front())));
}

}  // namespace

std::vector<Expectation> read_expectations(const Node& document, std::span<const std::string> answers) {
  std::vector<Expectation> expectations;
  const Node* list = document.find("expected");
  if (list == nullptr) return expectations;
  for (const Node& item : list->items) {
    const Values values(item, "expected[]");
    check_variant_name(values, "expected[].variant", answers);
    check_variant_name(values, "expected[].over", answers);
    const double low = values.number("expected[].low"), high = values.number("expected[].high");
    if (low > high) throw values.refuse("expected[].high", fmt::format("at least low ({})", low));
    expectations.push_back({values.text("expected[].quantity"), values.text("expected[].variant"),
                            values.text("expected[].over"), low, high, values.text("expected[].source")});
  }
  return expectations;
}

}  // namespace headroom::scenarios
