// SPDX-License-Identifier: Apache-2.0
#include "topologies/quantities.hpp"

#include <fmt/format.h>

namespace headroom::topologies {
namespace {

constexpr double giga = 1e9;
constexpr double per_microsecond = 1e6;
constexpr double bits_per_byte = 8;

}  // namespace

std::string gigabytes(double bytes_per_second) {
  return fmt::format("{:.6g} GB/s", bytes_per_second / giga);
}

std::string gigabits(double bytes_per_second) {
  return fmt::format("{:.6g} Gbit/s", bytes_per_second * bits_per_byte / giga);
}

std::string bandwidth(double bytes_per_second) {
  return fmt::format("{} ({})", gigabytes(bytes_per_second), gigabits(bytes_per_second));
}

std::string microseconds(double seconds) {
  return fmt::format("{:.6g} us", seconds * per_microsecond);
}

}  // namespace headroom::topologies
