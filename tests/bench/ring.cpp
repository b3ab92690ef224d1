// SPDX-License-Identifier: Apache-2.0
// Ring all-reduce, every message of every step an operation: built and run.
#include "sim/simulation.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

constexpr std::size_t ranks = 1024;
constexpr std::size_t steps = 2 * (ranks - 1);
constexpr double link_bytes_per_second = 25e9;
constexpr double message_bytes = 1e6;
constexpr double link_seconds = 1e-6;

// Each rank sends to its neighbour; what it sends it has received in the step before.
sim::Program ring() {
  sim::Program program;
  program.reserve(ranks * steps, ranks * steps);
  std::vector<sim::StreamId> streams;
  std::vector<sim::WorkId> sends;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const sim::Demand link{program.add_resource("link", link_bytes_per_second), 1};
    streams.push_back(program.add_stream("rank"));
    sends.push_back(program.add_work(
        {.latency_seconds = link_seconds, .amount = message_bytes, .demands = std::span(&link, 1)}));
  }
  const sim::LabelId label = program.add_label("send", 0);
  std::vector<sim::OperationId> before(ranks), now(ranks);
  for (std::size_t step = 0; step < steps; ++step) {
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      now[rank] = program.add(streams[rank], sends[rank], label);
      if (step > 0) {
        program.after(now[rank], before[(rank + ranks - 1) % ranks]);
      }
    }
    before.swap(now);
  }
  return program;
}

Result build_and_run() {
  sim::Ticks makespan = 0;
  const double seconds = best_cpu_seconds(3, [&] { makespan = run(ring()).makespan; });
  const sim::Ticks step = sim::to_ticks(message_bytes / link_bytes_per_second + link_seconds);
  return {seconds, makespan == static_cast<sim::Ticks>(steps) * step};
}

const Registration registration{{"ring-1024", "s", 1.0, build_and_run}};

}  // namespace
}  // namespace headroom::bench
