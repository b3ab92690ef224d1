// SPDX-License-Identifier: Apache-2.0
// All-to-all of messages of different sizes (1.0 to 1.5 MB), all at once: every completion changes
// everybody's rate.
#include <cmath>

#include "sim/simulation.hpp"
#include "tests/bench/fat_tree.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

double staggered_bytes(std::size_t from, std::size_t to, std::size_t hosts) {
  constexpr double smallest = 1e6, spread = 0.5e6;
  const std::size_t step =
      (from * 7919 + to * 104729) % (hosts * hosts);  // two primes: no pattern of the tree's
  return smallest + spread * static_cast<double>(step) / static_cast<double>(hosts * hosts);
}

sim::Program staggered(const FatTree& tree) {
  sim::Program program;
  for (std::size_t link = 0; link < tree.links(); ++link) {
    program.add_resource("link", FatTree::link_bytes_per_second);
  }
  const sim::LabelId label = program.add_label("message", 0);
  for (std::size_t from = 0; from < tree.hosts(); ++from) {
    for (std::size_t to = 0; to < tree.hosts(); ++to) {
      if (from != to) {
        const auto path = tree.path(from, to);
        const auto work =
            program.add_work({.amount = staggered_bytes(from, to, tree.hosts()), .demands = path});
        program.add(program.add_stream("message"), work, label);
      }
    }
  }
  return program;
}

Result run_staggered(std::size_t hosts, double batching, double expected_seconds) {
  const sim::Program program = staggered(FatTree(hosts));
  double makespan = 0;
  const double seconds = best_cpu_seconds(
      3, [&] { makespan = sim::to_seconds(run(program, {.completion_batching = batching}).makespan); });
  const double error = makespan / expected_seconds - 1;
  return {seconds, error > -1e-9 && error < 1e-9 + batching};
}

// What the busiest link of a host carries, at 25 GB/s: that link is never idle. The naive simulator of
// tests/sim gives the same ticks for 40 hosts.
constexpr double seconds_of_64 = 0.00321910156;

const Registration exact{
    {"staggered-all-to-all-64", "s", 0.4, [] { return run_staggered(64, 0, seconds_of_64); }}};
const Registration batched{
    {"staggered-all-to-all-64-batched", "s", 0.05, [] { return run_staggered(64, 1e-3, seconds_of_64); }}};

}  // namespace
}  // namespace headroom::bench
