// SPDX-License-Identifier: Apache-2.0
// Ring all-reduce among 1024 ranks, every message of every step an operation: built and run.
#include "sim/simulation.hpp"
#include "tests/bench/harness.hpp"
#include "tests/sim/programs.hpp"

namespace headroom::bench {
namespace {

Result build_and_run() {
  constexpr std::size_t ranks = 1024;
  constexpr double message_bytes = 1e6;
  const sim::test::Ring ring{.ranks = ranks, .bytes = message_bytes * ranks};
  sim::Ticks makespan = 0;
  const double seconds = best_cpu_seconds(3, [&] { makespan = run(ring.make()).makespan; });
  const sim::Ticks step = sim::to_ticks(message_bytes / ring.link_bytes_per_second + ring.link_seconds);
  return {seconds, makespan == static_cast<sim::Ticks>(ring.steps()) * step};
}

const Registration registration{{"ring-1024", "s", 1.0, build_and_run}};

}  // namespace
}  // namespace headroom::bench
