// SPDX-License-Identifier: Apache-2.0
// `headroom simulate` of every ready scenario, process start to exit.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

double wall_seconds_of(const std::string& command, bool& worked) {
  const auto begin = std::chrono::steady_clock::now();
  worked = std::system(command.c_str()) == 0 && worked;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Result slowest_of_library() {
  double slowest = 0;
  bool worked = true;
  for (const auto& file : std::filesystem::directory_iterator(HEADROOM_SOURCE_DIR "/scenarios/library")) {
    if (file.path().extension() != ".json") continue;
    const std::string command = HEADROOM_COMMAND " simulate '" + file.path().string() + "' --json >/dev/null";
    double best = wall_seconds_of(command, worked);
    best = std::min(best, wall_seconds_of(command, worked));
    slowest = std::max(slowest, best);
  }
  return {slowest, worked && slowest > 0};
}

const Registration registration{{"library-slowest", "s", 1.0, slowest_of_library}};

}  // namespace
}  // namespace headroom::bench
