// SPDX-License-Identifier: Apache-2.0
// Records for people: every fact with where it comes from.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/near_names.hpp"
#include "models/catalogue/print_value.hpp"
#include "models/catalogue/units.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using Printer = std::string (*)(double);
struct KeyEnding {
  std::string_view ending;
  Printer print;
};

std::string print_usd_per_hour(double usd) {
  return print_number(usd) + " USD/h";
}
std::string print_usd_per_kilowatt_hour(double usd) {
  return print_number(usd) + " USD/kWh";
}
std::string print_hertz(double hertz) {
  return print_number(hertz / 1e6) + " MHz";
}
std::string print_plain_count(double count) {
  return print_number(count);
}

// The first ending that matches tells the unit.
constexpr auto key_endings = std::to_array<KeyEnding>({{"bytes_per_second", print_bandwidth},
                                                       {"_per_metre", print_number},
                                                       {"_bytes", print_bytes},
                                                       {"_flops", print_flops},
                                                       {"_watts", print_watts},
                                                       {"_seconds", print_seconds},
                                                       {"_hertz", print_hertz},
                                                       {"usd_per_hour", print_usd_per_hour},
                                                       {"usd_per_kilowatt_hour", print_usd_per_kilowatt_hour},
                                                       {"_usd", print_money},
                                                       {"parameters", print_count}});

Printer printer_for(std::string_view key) {
  for (const auto& known : key_endings)
    if (key.ends_with(known.ending)) return known.print;
  return print_plain_count;
}

std::string print_list(const std::vector<double>& values, Printer print) {
  if (values.size() == 2) return print(values[0]) + " to " + print(values[1]);
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : " ") + print(value);
  return out;
}

void add_sources(const Record& record, std::string& out) {
  std::set<std::string, std::less<>> used;
  for (const auto& fact : record.facts())
    for (std::string_view rest = fact.source; !rest.empty();) {
      const auto end = std::min(rest.find('+'), rest.size());
      used.emplace(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  if (!used.empty()) out += "  sources\n";
  for (const auto& id : used) {
    const Source& source = record.sources().at(id);
    out += fmt::format("    {:<12}grade {}  {}{}{}\n", id, source.grade, source.title,
                       source.where == "-" ? "" : "; ", source.where == "-" ? "" : source.where);
  }
}

}  // namespace

std::string print_value(const Fact& fact) {
  if (const auto* text = std::get_if<std::string>(&fact.value)) return *text;
  if (const auto* flag = std::get_if<bool>(&fact.value)) return *flag ? "yes" : "no";
  const Printer print = printer_for(fact.key);
  if (const auto* number = std::get_if<double>(&fact.value)) return print(*number);
  return print_list(std::get<std::vector<double>>(fact.value), print);
}

std::string Catalogue::show(std::string_view kind, std::string_view id) const {
  const Record& facts = record(kind, id);
  std::string out = fmt::format("{} {}\n", kind, facts.id());
  for (const auto& fact : facts.facts()) {
    std::string line =
        fmt::format("  {:<32}{:<24}{:<20}{}", fact.key, print_value(fact), fact.origin(), fact.note);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  add_sources(facts, out);
  return out;
}

std::string Catalogue::show(std::string_view id) const {
  std::string out;
  std::vector<std::string> all;
  for (const auto& kind : kinds()) {
    if (table(kind).find(id) != nullptr) out += (out.empty() ? "" : "\n") + show(kind, id);
    for (auto& known : list(kind)) all.push_back(std::move(known));
  }
  if (out.empty()) throw bad_input(unknown_name("catalogue entry", id, all));
  return out;
}

}  // namespace headroom::models
