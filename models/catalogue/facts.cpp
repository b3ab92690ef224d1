// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/error.hpp"

namespace headroom::models {

const Fact* Record::find(std::string_view key) const {
  const auto found = std::find_if(facts_.begin(), facts_.end(), [&](const Fact& f) { return f.key == key; });
  return found == facts_.end() ? nullptr : &*found;
}

void Record::refuse(std::string_view key, std::string_view expected) const {
  throw bad_input(fmt::format("{} {}: {} of the catalogue must be {}", kind_, id_, key, expected));
}

const Fact& Record::fact(std::string_view key) const {
  if (const Fact* found = find(key)) return *found;
  throw bad_input(fmt::format("{} {}: the catalogue does not know its {}", kind_, id_, key));
}

double Record::as_number(const Fact& fact) const {
  if (const auto* number = std::get_if<double>(&fact.value)) return *number;
  const auto* range = std::get_if<std::vector<double>>(&fact.value);
  if (range == nullptr || range->size() != 2) refuse(fact.key, "a number or a range");
  return ((*range)[0] + (*range)[1]) / 2;
}

double Record::number(std::string_view key) const {
  return as_number(fact(key));
}

int Record::integer(std::string_view key) const {
  const double value = number(key);
  constexpr double largest = 1e9;
  if (value != std::floor(value) || std::abs(value) > largest) refuse(key, "a whole number");
  return static_cast<int>(value);
}

const std::string& Record::text(std::string_view key) const {
  const auto* text = std::get_if<std::string>(&fact(key).value);
  if (text == nullptr) refuse(key, "text");
  return *text;
}

std::optional<double> Record::maybe_number(std::string_view key) const {
  const Fact* found = find(key);
  return found == nullptr ? std::nullopt : std::optional(as_number(*found));
}

std::string Record::maybe_text(std::string_view key) const {
  return find(key) == nullptr ? "" : text(key);
}

std::optional<bool> Record::maybe_flag(std::string_view key) const {
  const Fact* found = find(key);
  if (found == nullptr) return std::nullopt;
  const auto* flag = std::get_if<bool>(&found->value);
  if (flag == nullptr) refuse(key, "true or false");
  return *flag;
}

std::vector<double> Record::maybe_numbers(std::string_view key) const {
  const Fact* found = find(key);
  if (found == nullptr) return {};
  const auto* numbers = std::get_if<std::vector<double>>(&found->value);
  if (numbers == nullptr) refuse(key, "a list of numbers");
  return *numbers;
}

const Record* Table::find(std::string_view id) const {
  const auto found =
      std::find_if(records.begin(), records.end(), [&](const Record& r) { return r.id() == id; });
  return found == records.end() ? nullptr : &*found;
}

}  // namespace headroom::models
