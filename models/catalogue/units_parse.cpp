// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "models/catalogue/in_quotes.hpp"
#include "models/catalogue/unit_tables.hpp"
#include "models/catalogue/units.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using units::Unit;

// What is expected, in the words of the error text, and the units that are understood.
struct Dimension {
  std::string_view what;  // "a bandwidth such as \"200 Gbit/s\" or \"25 GB/s\""
  std::array<std::span<const Unit>, 3> tables;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

[[noreturn]] void refuse(const Dimension& dimension, std::string_view text, std::string_view hint = {}) {
  throw bad_input(fmt::format("expected {}, found {}{}{}", dimension.what, in_quotes(text),
                              hint.empty() ? "" : ": ", hint));
}

// Length of "350,000" in front of `text`: groups of three after the first comma, no leading zero. 0 = not
// grouped.
std::size_t grouped_length(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i == 0 || i > 3 || text[0] == '0') return 0;
  std::size_t end = 0;
  while (i + 3 < text.size() && text[i] == ',' && is_digit(text[i + 1]) && is_digit(text[i + 2]) &&
         is_digit(text[i + 3])) {
    i += 4;
    end = i;
  }
  return end < text.size() && end > 0 && is_digit(text[end]) ? 0 : end;
}

// The number at the front of `text`, which is advanced past it.
std::optional<double> take_number(std::string_view& text) {
  if (text.empty() || (!is_digit(text[0]) && text[0] != '.')) return std::nullopt;
  std::string digits;
  if (const auto length = grouped_length(text); length > 0) {
    for (const char c : text.substr(0, length))
      if (c != ',') digits += c;
    text.remove_prefix(length);
    digits += text;
  } else {
    digits = text;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(text.size() - static_cast<std::size_t>(digits.data() + digits.size() - end));
  return value;
}

// Units that many write and that mean different things to different people.
std::string_view hint_for(std::string_view unit) {
  if (unit.ends_with("b/s") || unit.ends_with("bps") || unit.ends_with("Bps") || unit == "G")
    return R"(write "Gbit/s" for bits or "GB/s" for bytes)";
  if (unit == "K") return R"(write "k" for 1000 or "Ki" for 1024)";
  if (unit.find("EUR") != unit.npos || unit.find('$') != unit.npos) return "amounts are in USD";
  return {};
}

double parse(std::string_view text, const Dimension& dimension) {
  std::string_view rest = trim(text);
  const auto number = take_number(rest);
  if (!number) refuse(dimension, text);
  const std::string_view unit = trim(rest);
  for (const auto table : dimension.tables)
    for (const auto& known : table)
      if (known.name == unit) {
        const double value = *number * known.factor;
        if (!std::isfinite(value)) refuse(dimension, text, "the number is too large");
        return value;
      }
  refuse(dimension, text, hint_for(unit));
}

}  // namespace

double parse_bytes(std::string_view text) {
  return parse(text, {R"(a size such as "80 GiB" (2^30 bytes) or "80 GB" (10^9 bytes))",
                      {{units::binary_bytes, units::decimal_bytes}}});
}
double parse_bandwidth(std::string_view text) {
  return parse(text, {R"(a bandwidth such as "200 Gbit/s" or "25 GB/s")",
                      {{units::bit_rates, units::byte_rates, units::binary_byte_rates}}});
}
double parse_seconds(std::string_view text) {
  return parse(text, {R"(a time such as "3.5 us", "2 h" or "30 days")", {{units::times, units::more_times}}});
}
double parse_watts(std::string_view text) {
  return parse(text, {R"(a power such as "700 W")", {{units::powers}}});
}
double parse_energy_price(std::string_view text) {
  return parse(text, {R"(an energy price such as "0.12 USD/kWh")", {{units::energy_prices}}});
}
double parse_money(std::string_view text) {
  return parse(text, {R"(an amount such as "350000 USD")", {{units::monies}}});
}
double parse_rent(std::string_view text) {
  return parse(text, {R"(a rent such as "2.5 USD/h")", {{units::rents}}});
}
double parse_space_price(std::string_view text) {
  return parse(text, {R"(a price of space such as "184 USD/kW/month")", {{units::space_prices}}});
}
double parse_carbon_intensity(std::string_view text) {
  return parse(text, {R"(CO2 of electricity such as "429 g/kWh")", {{units::carbon_intensities}}});
}
double parse_flops(std::string_view text) {
  return parse(text, {R"(a rate of arithmetic such as "989 TFLOP/s")", {{units::flop_rates}}});
}
double parse_rate(std::string_view text) {
  return parse(text, {R"(a rate such as "2500/s" or "2500 images/s")", {{units::rates}}});
}
double parse_count(std::string_view text) {
  return parse(text, {R"(a count such as "4096", "16M" or "1.4T")", {{units::counts, units::more_counts}}});
}
double parse_number(std::string_view text) {
  return parse(text, {R"(a number such as "1.2")", {{units::no_unit}}});
}

}  // namespace headroom::models
