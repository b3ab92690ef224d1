// SPDX-License-Identifier: Apache-2.0
// The one place where text with units becomes a number, and back. Inside Headroom every number is in base SI
// units (seconds, bytes, bytes/s, FLOP/s, watts, joules, USD); "200 Gbit/s" exists only at the border.
//
// A quantity is a number, optional blanks, a unit: "80 GiB", "3.5us", "1e9 B". Prefixes mean what the
// standards say: k M G T P E are powers of 1000, Ki Mi Gi Ti are powers of 1024. A bit is "bit", a byte is
// "B": "200 Gbit/s" is 25 GB/s, and "200 Gb/s" or "200 G" are refused, because people mean both. A quantity
// is never negative.
#pragma once
#include <string>
#include <string_view>

namespace headroom::models {

// Readers: the value in SI units; headroom::Error(bad_input) says what was expected and what was found, for
// example
//   expected a bandwidth such as "200 Gbit/s" or "25 GB/s", found "200 G"
[[nodiscard]] double parse_bytes(std::string_view text);      // "80 GiB", "25 MiB", "80 GB", "1e9 B"
[[nodiscard]] double parse_bandwidth(std::string_view text);  // "200 Gbit/s", "25 GB/s"            -> bytes/s
[[nodiscard]] double parse_seconds(std::string_view text);    // "3.5 us", "2 h", "30 days", "5 years"
[[nodiscard]] double parse_watts(std::string_view text);      // "700 W", "10.2 kW"
[[nodiscard]] double parse_energy_price(
    std::string_view text);                                     // "0.12 USD/kWh"                     -> USD/J
[[nodiscard]] double parse_money(std::string_view text);        // "350000 USD", "350 kUSD"           -> USD
[[nodiscard]] double parse_rent(std::string_view text);         // "2.5 USD/h"                        -> USD/s
[[nodiscard]] double parse_space_price(std::string_view text);  // "184 USD/kW/month"         -> USD/(W s)
[[nodiscard]] double parse_carbon_intensity(
    std::string_view text);                                // "429 g/kWh" of CO2                 -> kg/J
[[nodiscard]] double parse_flops(std::string_view text);   // "989 TFLOP/s", "1.2 PFLOP/s"       -> FLOP/s
[[nodiscard]] double parse_rate(std::string_view text);    // "2500/s", "3k/min": things per second
[[nodiscard]] double parse_count(std::string_view text);   // "1.4T", "16M", "4096"
[[nodiscard]] double parse_number(std::string_view text);  // "1.2": no unit

// Printers: a readable unit, four significant digits at most. What they print, the readers above read back.
[[nodiscard]] std::string print_bytes(double bytes);                 // "80 GiB", "1.5 KiB"
[[nodiscard]] std::string print_decimal_bytes(double bytes);         // "85.9 GB"
[[nodiscard]] std::string print_bandwidth(double bytes_per_second);  // "25 GB/s": links inside a server
[[nodiscard]] std::string print_network_bandwidth(double bytes_per_second);  // "200 Gbit/s": networks
[[nodiscard]] std::string print_seconds(double seconds);                     // "3.5 us", "2.5 h", "21.3 days"
[[nodiscard]] std::string print_watts(double watts);                         // "10.2 kW"
[[nodiscard]] std::string print_energy(double joules);  // "3.6 MWh" (no reader: energy is never an input)
[[nodiscard]] std::string print_energy_price(double usd_per_joule);       // "0.12 USD/kWh"
[[nodiscard]] std::string print_money(double usd);                        // "2.50 USD", "350,000 USD"
[[nodiscard]] std::string print_rent(double usd_per_second);              // "2.5 USD/h"
[[nodiscard]] std::string print_space_price(double usd_per_watt_second);  // "184 USD/kW/month"
[[nodiscard]] std::string print_carbon_intensity(double kg_per_joule);    // "429 g/kWh"
[[nodiscard]] std::string print_mass(double kg);                          // "12.3 t"
[[nodiscard]] std::string print_flops(double flops_per_second);           // "989 TFLOP/s"
[[nodiscard]] std::string print_count(double count);                      // "1.4T", "16M", "4,096"
[[nodiscard]] std::string print_number(double value);                     // "0.4312", "1.2": no unit

}  // namespace headroom::models
