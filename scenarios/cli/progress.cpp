// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <optional>

#include "models/catalogue/units.hpp"

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

std::function<void(std::size_t, std::size_t)> Progress::counted(const std::string& what) {
  using Clock = std::chrono::steady_clock;
  if (!terminal_) return {};
  static constexpr std::chrono::milliseconds pace{100};
  return [what, begin = Clock::now(), shown = Clock::time_point(), first = std::optional<std::size_t>()](
             std::size_t done, std::size_t total) mutable {
    if (!first) first = done;  // what earlier runs did took none of this one's time
    const Clock::time_point now = Clock::now();
    if (now - shown < pace) return;
    shown = now;
    std::string left;
    if (done > *first) {
      const double seconds = std::chrono::duration<double>(now - begin).count();
      const double each = seconds / static_cast<double>(done - *first);
      left = ", " + models::print_seconds(each * static_cast<double>(total - done)) + " left";
    }
    std::cerr << clear_line << fmt::format("{} of {} {}{}", done, total, what, left) << std::flush;
  };
}

}  // namespace headroom::cli
