// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "models/catalogue/units.hpp"
#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

// The tables as one, with the ways to find a field in it.
struct Language {
  std::vector<Field> fields;
  std::map<std::string_view, std::size_t> by_path;
  std::map<std::string, std::vector<std::string>, std::less<>> keys;  // under each path that has any

  Language() {
    for (const auto table : {file_fields(), cluster_fields(), workload_fields(), layout_fields(),
                             economics_fields(), plan_fields()}) {
      fields.insert(fields.end(), table.begin(), table.end());
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      by_path.emplace(fields[i].path, i);
      add_keys(fields[i].path);
    }
  }

  // "a.b[].c" puts a under "", b under "a" and c under "a.b[]".
  void add_keys(std::string_view path) {
    std::size_t begin = 0;
    while (begin < path.size()) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      std::string_view key = path.substr(begin, end - begin);
      if (key.ends_with("[]")) key.remove_suffix(2);
      auto& known = keys[std::string(path.substr(0, begin == 0 ? 0 : begin - 1))];
      if (std::find(known.begin(), known.end(), key) == known.end()) known.emplace_back(key);
      begin = end + 1;
    }
  }
};

const Language& language() {
  static const Language all;
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string print_per_second(double rate) {
  return models::print_count(rate) + "/s";
}

std::string range_text(const Field& field, const auto& print) {
  return fmt::format(" from {} to {}", print(field.low), print(field.high));
}

}  // namespace

std::span<const Field> fields() {
  return language().fields;
}

std::size_t field_index(std::string_view path) {
  const auto& by_path = language().by_path;
  const auto found = by_path.find(path);
  return found == by_path.end() ? language().fields.size() : found->second;
}

const std::vector<std::string>& keys_under(std::string_view path) {
  static const std::vector<std::string> none;
  const auto& keys = language().keys;
  const auto found = keys.find(path);
  return found == keys.end() ? none : found->second;
}

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> words;
  while (!choices.empty()) {
    const std::size_t end = std::min(choices.find('|'), choices.size());
    words.emplace_back(choices.substr(0, end));
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  return words;
}

const UnitKind* unit_kind(Kind kind) {
  using namespace models;
  static const std::map<Kind, UnitKind> kinds = {
      {Kind::bytes, {parse_bytes, print_bytes, "a size", "25 MiB"}},
      {Kind::bytes_list, {parse_bytes, print_bytes, "a size or an array of sizes", "1 GiB"}},
      {Kind::bandwidth, {parse_bandwidth, print_network_bandwidth, "a bandwidth", "200 Gbit/s"}},
      {Kind::seconds, {parse_seconds, print_seconds, "a time", "3.5 us"}},
      {Kind::power, {parse_watts, print_watts, "a power", "40 kW"}},
      {Kind::space_price, {parse_space_price, print_space_price, "a price of space", "184 USD/kW/month"}},
      {Kind::carbon_intensity,
       {parse_carbon_intensity, print_carbon_intensity, "CO2 of electricity", "429 g/kWh"}},
      {Kind::energy_price, {parse_energy_price, print_energy_price, "an energy price", "0.12 USD/kWh"}},
      {Kind::money, {parse_money, print_money, "an amount", "350000 USD"}},
      {Kind::rent, {parse_rent, print_rent, "a rent", "2.5 USD/h"}},
      {Kind::rate, {parse_rate, print_per_second, "a rate", "1200 samples/s"}},
      {Kind::count, {parse_count, print_count, "a count", "1.4T"}},
  };
  const auto found = kinds.find(kind);
  return found == kinds.end() ? nullptr : &found->second;
}

std::string expectation_of(const Field& field) {
  const auto plain = [](double value) { return fmt::format("{}", value); };
  if (const UnitKind* unit = unit_kind(field.kind)) {
    return fmt::format("{} such as \"{}\",{}", unit->name, unit->example, range_text(field, unit->print));
  }
  switch (field.kind) {
    case Kind::text:
      return fmt::format("a line of {} to {} bytes", field.low, field.high);
    case Kind::boolean:
      return "true or false";
    case Kind::choice:
      return "one of " + joined(split_choices(field.choices));
    case Kind::choice_list:
      return "one or an array of " + joined(split_choices(field.choices));
    case Kind::whole:
      return "a whole number" + range_text(field, plain);
    case Kind::number:
      return "a number" + range_text(field, plain);
    case Kind::whole_list:
      return "an array of whole numbers" + range_text(field, plain);
    case Kind::server:
      return "the name of a server";
    case Kind::accelerator:
      return "the name of an accelerator";
    case Kind::region:
      return "the name of a region";
    case Kind::model:
      return "the name of a model, or its dimensions as an object";
    case Kind::assignments:
      return "an object of paths and values";
    case Kind::axes:
      return "an array of axes (objects of paths and values)";
    default:
      return {};
  }
}

}  // namespace headroom::scenarios
