// SPDX-License-Identifier: Apache-2.0
#include "scenarios/compare.hpp"

#include <set>

namespace headroom::scenarios {
namespace {

template <class Value>
std::optional<Value> find(const std::map<std::string, Value>& in, const std::string& key) {
  const auto found = in.find(key);
  return found == in.end() ? std::nullopt : std::optional(found->second);
}

template <class Value>
std::set<std::string> keys_of(const std::map<std::string, Value>& a, const std::map<std::string, Value>& b) {
  std::set<std::string> keys;
  for (const auto& [key, value] : a) keys.insert(key);
  for (const auto& [key, value] : b) keys.insert(key);
  return keys;
}

std::string name_of(const Scenario& scenario) {
  return scenario.variant.empty() ? scenario.name : scenario.name + ": " + scenario.variant;
}

bool only_describes(const std::string& path) {
  return path == "name" || path == "question" || path == "$schema";
}

}  // namespace

Comparison compare(const Answer& a, const Answer& b) {
  Comparison comparison{name_of(a.scenario), name_of(b.scenario), {}, {}};
  for (const std::string& path : keys_of(a.scenario.inputs, b.scenario.inputs)) {
    const auto in_a = find(a.scenario.inputs, path), in_b = find(b.scenario.inputs, path);
    if (in_a == in_b || only_describes(path)) continue;
    comparison.inputs.push_back({path, in_a.value_or("(default)"), in_b.value_or("(default)")});
  }
  for (const std::string& name : keys_of(a.quantities, b.quantities)) {
    Comparison::Quantity quantity{name, find(a.quantities, name), find(b.quantities, name), {}};
    if (quantity.a && quantity.b && *quantity.a != 0) quantity.ratio = *quantity.b / *quantity.a;
    comparison.quantities.push_back(quantity);
  }
  return comparison;
}

}  // namespace headroom::scenarios
