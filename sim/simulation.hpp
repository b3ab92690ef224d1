// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/program.hpp"
#include "sim/time.hpp"

namespace headroom::sim {

struct RunOptions {
  // Completions that lie close to each other are handled as one: none early, and each only as late as if its
  // activity had had up to this fraction more work to do. So the makespan is never short, and long by at most
  // this fraction (wherever more work never makes a program end sooner: see README.md). 0 = exact.
  double completion_batching = 0;
  const std::atomic<bool>* cancel = nullptr;  // looked at between events; set: run() throws Cancelled
  std::function<void(std::size_t done, std::size_t total)> progress =
      {};  // operations; at most about 1,000 calls
  // false: every resource takes part in the sharing, also those that cannot saturate. Same timeline, much
  // slower: it is there so that the analysis can be checked.
  bool own_clocks = true;
};

struct Statistics {
  std::uint64_t events = 0;       // taken from the event queue
  std::uint64_t solves = 0;       // max-min solves
  std::uint64_t undisturbed = 0;  // operations that ran on their own clock, without an event
};

// When everything happened. Indexed by OperationId / ResourceId.
struct Timeline {
  std::vector<Ticks> start, finish;  // start: of the latency phase
  std::vector<double> served;        // units of each resource that were used over the run
  Ticks makespan = 0;
  Statistics statistics;
  // A hash of all starts and finishes: the same program gives the same fingerprint on every compiler and
  // machine.
  [[nodiscard]] std::uint64_t fingerprint() const;
};

// Thrown when RunOptions::cancel was set.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

// Runs the program from time 0. Throws Error(internal) that names the blocked operations (and how many
// participants a joint operation still misses) when nothing can go on.
[[nodiscard]] Timeline run(const Program& program, const RunOptions& options = {});

}  // namespace headroom::sim
