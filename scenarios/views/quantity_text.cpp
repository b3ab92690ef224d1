// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/quantity_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "models/catalogue/units.hpp"

namespace headroom::scenarios {
namespace {

struct Unit {
  std::string_view suffix;  // of the name
  std::string (*print)(double);
  std::string_view label;  // what the suffix becomes in a label
};

std::string per_second(double value) {
  return models::print_count(value) + "/s";
}
std::string per_joule(double value) {
  return models::print_number(value) + "/J";
}

// The first suffix that fits decides.
constexpr auto units = std::to_array<Unit>({
    {"_usd_per_million_tokens", models::print_money, " cost per million tokens"},
    {"_usd_per_million_images", models::print_money, " cost per million images"},
    {"_usd_per_gpu_hour", models::print_money, " cost per GPU-hour"},
    {"_usd_per_month", models::print_money, " cost a month"},
    {"_kg_per_month", models::print_mass, " a month"},
    {"_kg", models::print_mass, ""},
    {"_per_month", models::print_count, " a month"},
    {"_bytes_per_second_per_gpu", models::print_bandwidth, " per GPU"},
    {"_bytes_per_second", models::print_bandwidth, ""},
    {"_flops_per_second_per_gpu", models::print_flops, " FLOP/s per GPU"},
    {"_flops_per_second", models::print_flops, " FLOP/s"},
    {"_per_second_per_gpu", per_second, "/s per GPU"},
    {"_per_second", per_second, "/s"},
    {"_per_joule", per_joule, " per joule"},
    {"_seconds", models::print_seconds, " time"},
    {"_bytes", models::print_bytes, ""},
    {"_usd", models::print_money, " cost"},
    {"_watts", models::print_watts, ""},
    {"_joules", models::print_energy, ""},
    {"_share", print_percent, " share"},
    {"_fraction", print_percent, ""},
    {"_efficiency", print_percent, " efficiency"},
});

struct Name {
  std::string_view name, label;
  std::string (*print)(double);
};
constexpr auto names = std::to_array<Name>({
    {"mfu", "MFU", print_percent},
    {"hfu", "HFU", print_percent},
    {"seconds", "time", models::print_seconds},
    {"run_owned_usd", "run cost, owned", models::print_money},
    {"run_rented_usd", "run cost, rented", models::print_money},
    {"run_reserved_usd", "run cost, reserved", models::print_money},
    {"run_spot_usd", "run cost, spot", models::print_money},
    {"opex_usd_per_month", "running cost a month", models::print_money},
    {"tco_usd", "cost of owning over the life", models::print_money},
    {"break_even_seconds", "owning pays after", models::print_seconds},
    {"run_usd", "run cost", models::print_money},
    {"step_usd", "step cost", models::print_money},
    {"usd_per_month", "cost a month", models::print_money},
    {"accelerators", "accelerators", models::print_count},
    {"idle_accelerators", "idle accelerators", models::print_count},
    {"run_co2_kg", "run CO2", models::print_mass},
    {"co2_kg_per_month", "CO2 a month", models::print_mass},
    {"racks", "racks", models::print_count},
    {"capex_usd", "purchase", models::print_money},
    {"capex_at_least_usd", "purchase, at least", models::print_money},
});

const Unit* unit_of(std::string_view name) {
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const Unit& u) { return name.ends_with(u.suffix); });
  return found == units.end() ? nullptr : found;
}

const Name* known(std::string_view name) {
  const auto found = std::find_if(names.begin(), names.end(), [&](const Name& n) { return n.name == name; });
  return found == names.end() ? nullptr : found;
}

}  // namespace

std::string print_percent(double fraction) {
  return fmt::format("{:.1f} %", 100 * fraction);
}

std::string print_quantity(std::string_view name, double value) {
  if (const Name* found = known(name)) return found->print(value);
  if (const Unit* unit = unit_of(name)) return unit->print(value);
  return models::print_number(value);
}

std::string label_of(std::string_view name) {
  if (const Name* found = known(name)) return std::string(found->label);
  const Unit* unit = unit_of(name);
  std::string label(name.substr(0, name.size() - (unit == nullptr ? 0 : unit->suffix.size())));
  std::replace(label.begin(), label.end(), '_', ' ');
  return unit == nullptr ? label : label.append(unit->label);
}

std::vector<std::string> percentages(std::span<const double> parts) {
  constexpr long whole = 1000;  // tenths of a percent
  const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
  std::vector<long> tenths;
  std::vector<std::size_t> by_remainder(parts.size());
  std::vector<double> remainders;
  for (const double part : parts) {
    const double exact = sum > 0 ? part / sum * whole : 0;
    tenths.push_back(static_cast<long>(std::floor(exact)));
    remainders.push_back(exact - std::floor(exact));
  }
  std::iota(by_remainder.begin(), by_remainder.end(), std::size_t{0});
  std::stable_sort(by_remainder.begin(), by_remainder.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  long missing = sum > 0 ? whole - std::accumulate(tenths.begin(), tenths.end(), 0L) : 0;
  for (const std::size_t i : by_remainder) {
    if (missing-- <= 0) break;
    ++tenths[i];
  }
  std::vector<std::string> texts;
  for (const long t : tenths) texts.push_back(fmt::format("{}.{} %", t / 10, t % 10));
  return texts;
}

}  // namespace headroom::scenarios
