// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace headroom::cli {
namespace {

constexpr const char* clear_line = "\r\033[K";

}  // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (terminal_) std::cerr << clear_line << std::flush;
}

std::function<void(std::size_t, std::size_t)> Progress::of(const std::string& what) {
  if (!terminal_) return {};
  return [what, last = -1L](std::size_t done, std::size_t total) mutable {
    const long percent = total == 0 ? 0 : static_cast<long>(100 * done / total);
    if (percent == last) return;
    last = percent;
    std::cerr << clear_line << fmt::format("{} {} %", what, percent) << std::flush;
  };
}

}  // namespace headroom::cli
