// SPDX-License-Identifier: Apache-2.0
// Ring all-reduce, every message of every step an operation: built and run.
#include "sim/simulation.hpp"
#include "tests/bench/growth.hpp"
#include "tests/bench/harness.hpp"
#include "tests/sim/programs.hpp"

namespace headroom::bench {
namespace {

struct Run {
  std::size_t messages;
  double seconds;
  bool right;
};

Run build_and_run(std::size_t ranks) {
  constexpr double message_bytes = 1e6;
  const sim::test::Ring ring{.ranks = ranks, .bytes = message_bytes * static_cast<double>(ranks)};
  sim::Ticks makespan = 0;
  const double seconds = best_cpu_seconds(3, [&] { makespan = run(ring.make()).makespan; });
  const sim::Ticks step = sim::to_ticks(message_bytes / ring.link_bytes_per_second + ring.link_seconds);
  return {ranks * ring.steps(), seconds, makespan == static_cast<sim::Ticks>(ring.steps()) * step};
}

Result ring_1024() {
  const Run run = build_and_run(1024);
  return {run.seconds, run.right};
}

// Beyond the caches, which are no part of the algorithm: in them a message takes a third of the time.
Result growth() {
  std::vector<Size> sizes;
  bool right = true;
  for (const std::size_t ranks : {1024U, 1448U, 2048U}) {
    const Run run = build_and_run(ranks);
    sizes.push_back({static_cast<double>(run.messages), run.seconds});
    right = right && run.right;
  }
  return {growth_exponent(sizes), right};
}

const Registration registration{{"ring-1024", "s", 0.6, ring_1024}};
const Registration registration_of_growth{{"growth-messages", "exponent", 1.1, growth}};

}  // namespace
}  // namespace headroom::bench
