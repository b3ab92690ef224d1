// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <span>

#include "models/catalogue/unit_tables.hpp"
#include "models/catalogue/units.hpp"

namespace headroom::models {
namespace {

using units::Unit;

// At most four significant digits, never an exponent for what a person may read: 1234567 -> "1234567".
std::string digits(double value) {
  const double size = std::abs(value);
  if (size >= 1e4 && size < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

std::string with_unit(double number, std::string_view unit) {
  return unit.empty() ? digits(number) : digits(number) + ' ' + std::string(unit);
}

// The largest unit of which the value, as printed, is at least one.
const Unit& fitting(double value, std::span<const Unit> table) {
  std::size_t i = 0;
  constexpr double half_of_fourth_digit = 0.99995;  // 999.95 kB prints as "1 MB"
  while (i + 1 < table.size() && std::abs(value) >= table[i + 1].factor * half_of_fourth_digit) ++i;
  return table[i];
}

std::string print(double value, std::span<const Unit> table) {
  const Unit& unit = fitting(value, table);
  return with_unit(value / unit.factor, unit.name);
}

// 1234567 -> "1,234,567"
std::string grouped(double value) {
  std::string text = fmt::format("{:.0f}", value);
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t i = text.size(); i > first + 3;) text.insert(i -= 3, 1, ',');
  return text;
}

}  // namespace

std::string print_bytes(double bytes) {
  return print(bytes, units::binary_bytes);
}
std::string print_decimal_bytes(double bytes) {
  return print(bytes, units::decimal_bytes);
}
std::string print_bandwidth(double bytes_per_second) {
  return print(bytes_per_second, units::byte_rates);
}
std::string print_network_bandwidth(double bytes_per_second) {
  return print(bytes_per_second, units::bit_rates);
}
std::string print_seconds(double seconds) {
  return seconds == 0 ? "0 s" : print(seconds, units::times);
}
std::string print_watts(double watts) {
  return print(watts, units::powers);
}
std::string print_energy(double joules) {
  return print(joules, units::energies);
}
std::string print_energy_price(double usd_per_joule) {
  return with_unit(usd_per_joule * units::kilowatt_hour, "USD/kWh");
}

std::string print_money(double usd) {
  constexpr double whole_dollars_from = 1000, millions_from = 1e7, billions_from = 1e9;
  if (std::abs(usd) >= billions_from) return with_unit(usd / 1e9, "billion USD");
  if (std::abs(usd) >= millions_from) return with_unit(usd / 1e6, "million USD");
  if (std::abs(usd) >= whole_dollars_from) return grouped(usd) + " USD";
  return std::abs(usd) >= 1 ? fmt::format("{:.2f} USD", usd) : with_unit(usd, "USD");
}

std::string print_rent(double usd_per_second) {
  return with_unit(usd_per_second * units::hour, "USD/h");
}
std::string print_space_price(double usd_per_watt_second) {
  return with_unit(usd_per_watt_second / units::space_prices.front().factor,
                   units::space_prices.front().name);
}
std::string print_carbon_intensity(double kg_per_joule) {
  return with_unit(kg_per_joule / units::carbon_intensities.front().factor,
                   units::carbon_intensities.front().name);
}
std::string print_mass(double kg) {
  return print(kg, units::masses);
}
std::string print_flops(double flops_per_second) {
  return print(flops_per_second, units::flop_rates);
}

std::string print_count(double count) {
  constexpr double exact_below = 1e6;
  if (count == std::floor(count) && std::abs(count) < exact_below) return grouped(count);
  const Unit& unit = fitting(count, units::counts);
  return digits(count / unit.factor) + std::string(unit.name);
}

std::string print_number(double value) {
  return digits(value);
}

}  // namespace headroom::models
