// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"
#include "tests/bench/harness.hpp"
#include "tests/bench/staggered.hpp"

namespace headroom::bench {
namespace {

// The busiest link is never idle: it is the link of a host, and all that the host has to do begins at once.
Result run_staggered(std::size_t hosts, double batching) {
  const Staggered messages{FatTree(hosts)};
  const sim::Program program = messages.make();
  double makespan = 0;
  const double seconds = best_cpu_seconds(
      5, [&] { makespan = sim::to_seconds(run(program, {.completion_batching = batching}).makespan); });
  const double error = makespan / messages.seconds_of_busiest_link() - 1;
  return {seconds, error > -1e-8 && error < 1e-8 + batching};
}

constexpr double per_mille = 1e-3;

const Registration exact{{"staggered-all-to-all-64", "s", 0.4, [] { return run_staggered(64, 0); }}};
const Registration batched{
    {"staggered-all-to-all-64-batched", "s", 0.05, [] { return run_staggered(64, per_mille); }}};
const Registration larger{
    {"staggered-all-to-all-256-batched", "s", 1.5, [] { return run_staggered(256, per_mille); }}};

}  // namespace
}  // namespace headroom::bench
