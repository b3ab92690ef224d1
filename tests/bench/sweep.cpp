// SPDX-License-Identifier: Apache-2.0
// A sweep over the ready scenarios: what ten thousand points take, and what a second core brings.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "scenarios/sweep/run.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

using scenarios::PointState;
using scenarios::SweepQuestion;
using scenarios::SweepRow;

// Every question of every file, at as many latencies of a cable: each is simulated anew.
std::vector<SweepQuestion> questions(std::size_t values) {
  const std::vector<std::string> overrides{fmt::format(
      R"(vary=[{{"cluster.fabric.cable_latency": {{"from": "10 ns", "to": "500 ns", "steps": {}}}}}])",
      values)};
  std::vector<SweepQuestion> all;
  for (const auto& file : std::filesystem::directory_iterator(HEADROOM_SOURCE_DIR "/scenarios/library"))
    if (file.path().extension() == ".json")
      all.emplace_back(file.path(), overrides, models::Catalogue::built_in());
  return all;
}

struct Timed {
  double wall_seconds = 0;
  std::size_t points = 0;
  bool all_answered = true;
};

Timed sweep(const std::vector<SweepQuestion>& questions, int jobs) {
  const auto begin = std::chrono::steady_clock::now();
  Timed timed;
  for (const SweepQuestion& question : questions) {
    const std::vector<SweepRow> rows = run_sweep(question, {.jobs = jobs});
    timed.points += rows.size();
    timed.all_answered = timed.all_answered && std::all_of(rows.begin(), rows.end(), [](const SweepRow& row) {
                           return row.state == PointState::answered;
                         });
  }
  timed.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return timed;
}

constexpr std::size_t wanted_points = 10000;

Result ten_thousand_points() {
  std::size_t variants = 0;
  for (const SweepQuestion& question : questions(2)) variants += question.variants().size();
  const Timed timed = sweep(questions((wanted_points + variants - 1) / variants), 2);
  return {timed.wall_seconds, timed.all_answered && timed.points >= wanted_points};
}

Result second_core() {
  const auto some = questions(20);
  const Timed one = sweep(some, 1), two = sweep(some, 2);
  return {one.wall_seconds / two.wall_seconds, one.all_answered && two.all_answered};
}

// Wall time on a machine that does nothing else: only when asked for.
const Registration registrations[] = {
    Registration({"sweep-10000-points-2-cores", "s", 60, ten_thousand_points, Better::less, Pace::slow}),
    Registration({"sweep-second-core", "x", 1.8, second_core, Better::more, Pace::slow})};

}  // namespace
}  // namespace headroom::bench
