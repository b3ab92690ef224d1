// SPDX-License-Identifier: Apache-2.0
// The units that units.hpp knows, by dimension. The first unit of each table is the base (factor 1) or, where
// a printer uses the table, the tables are in rising order.
#pragma once
#include <array>
#include <string_view>

namespace headroom::models::units {

struct Unit {
  std::string_view name;
  double factor;  // of the SI unit
};

inline constexpr double kibi = 1024, mebi = kibi * kibi, gibi = mebi * kibi, tebi = gibi * kibi,
                        pebi = tebi * kibi;
inline constexpr double minute = 60, hour = 3600, day = 86400;
inline constexpr double year = 365 * day;   // 8,760 hours, as accounts of depreciation and energy count
inline constexpr double month = year / 12;  // 730 hours: the one month of every cost
inline constexpr double kilowatt_hour = 3.6e6;

inline constexpr auto binary_bytes = std::to_array<Unit>(
    {{"B", 1}, {"KiB", kibi}, {"MiB", mebi}, {"GiB", gibi}, {"TiB", tebi}, {"PiB", pebi}});
inline constexpr auto decimal_bytes = std::to_array<Unit>(
    {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"PB", 1e15}, {"EB", 1e18}});
inline constexpr auto byte_rates = std::to_array<Unit>(
    {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"TB/s", 1e12}, {"PB/s", 1e15}});
inline constexpr auto binary_byte_rates =
    std::to_array<Unit>({{"KiB/s", kibi}, {"MiB/s", mebi}, {"GiB/s", gibi}, {"TiB/s", tebi}});
inline constexpr auto bit_rates = std::to_array<Unit>({{"bit/s", 0.125},
                                                       {"kbit/s", 0.125e3},
                                                       {"Mbit/s", 0.125e6},
                                                       {"Gbit/s", 0.125e9},
                                                       {"Tbit/s", 0.125e12},
                                                       {"Pbit/s", 0.125e15}});
inline constexpr auto times = std::to_array<Unit>({{"ns", 1e-9},
                                                   {"us", 1e-6},
                                                   {"ms", 1e-3},
                                                   {"s", 1},
                                                   {"min", minute},
                                                   {"h", hour},
                                                   {"days", day},
                                                   {"years", year}});
inline constexpr auto more_times = std::to_array<Unit>(
    {{"ps", 1e-12}, {"d", day}, {"day", day}, {"week", 7 * day}, {"weeks", 7 * day}, {"year", year}});
inline constexpr auto powers = std::to_array<Unit>({{"W", 1}, {"kW", 1e3}, {"MW", 1e6}, {"GW", 1e9}});
inline constexpr auto energies = std::to_array<Unit>({{"J", 1},
                                                      {"Wh", kilowatt_hour / 1e3},
                                                      {"kWh", kilowatt_hour},
                                                      {"MWh", kilowatt_hour * 1e3},
                                                      {"GWh", kilowatt_hour * 1e6}});
inline constexpr auto energy_prices = std::to_array<Unit>(
    {{"USD/kWh", 1 / kilowatt_hour}, {"USD/MWh", 1 / (kilowatt_hour * 1e3)}, {"USD/J", 1}});
inline constexpr auto monies = std::to_array<Unit>(
    {{"USD", 1}, {"kUSD", 1e3}, {"MUSD", 1e6}, {"million USD", 1e6}, {"billion USD", 1e9}});
inline constexpr auto rents = std::to_array<Unit>({{"USD/h", 1 / hour},
                                                   {"USD/s", 1},
                                                   {"USD/day", 1 / day},
                                                   {"USD/month", 1 / month},
                                                   {"USD/year", 1 / year}});
inline constexpr auto space_prices =
    std::to_array<Unit>({{"USD/kW/month", 1 / (1e3 * month)}, {"USD/kW/year", 1 / (1e3 * year)}});
inline constexpr auto carbon_intensities = std::to_array<Unit>(
    {{"g/kWh", 1e-3 / kilowatt_hour}, {"kg/kWh", 1 / kilowatt_hour}, {"kg/MWh", 1e-3 / kilowatt_hour}});
inline constexpr auto masses = std::to_array<Unit>({{"g", 1e-3}, {"kg", 1}, {"t", 1e3}, {"kt", 1e6}});
inline constexpr auto flop_rates = std::to_array<Unit>({{"FLOP/s", 1},
                                                        {"kFLOP/s", 1e3},
                                                        {"MFLOP/s", 1e6},
                                                        {"GFLOP/s", 1e9},
                                                        {"TFLOP/s", 1e12},
                                                        {"PFLOP/s", 1e15},
                                                        {"EFLOP/s", 1e18}});
inline constexpr auto rates = std::to_array<Unit>({{"/s", 1},
                                                   {"k/s", 1e3},
                                                   {"M/s", 1e6},
                                                   {"/min", 1 / minute},
                                                   {"/h", 1 / hour},
                                                   {"images/s", 1},
                                                   {"samples/s", 1},
                                                   {"tokens/s", 1},
                                                   {"requests/s", 1}});
inline constexpr auto counts =
    std::to_array<Unit>({{"", 1}, {"k", 1e3}, {"M", 1e6}, {"B", 1e9}, {"T", 1e12}, {"P", 1e15}});
inline constexpr auto more_counts =
    std::to_array<Unit>({{"G", 1e9}, {"Ki", kibi}, {"Mi", mebi}, {"Gi", gibi}});
inline constexpr auto no_unit = std::to_array<Unit>({{"", 1}});

}  // namespace headroom::models::units
