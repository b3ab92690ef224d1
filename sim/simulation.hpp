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
  // Completions that lie within this fraction of the clock of each other are handled as one (each a little late, never
  // early): the makespan's error is one-sided and at most this fraction. 0 = exact.
  double completion_batching = 0;
  const std::atomic<bool>* cancel = nullptr;  // looked at between events; set: run() throws Cancelled
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // operations; at most about 1,000 calls
};

struct Statistics {
  std::uint64_t events = 0;         // taken from the event queue
  std::uint64_t solves = 0;         // max-min solves
  std::uint64_t undisturbed = 0;    // operations that ran on their own clock, without an event
};

// When everything happened. Indexed by OperationId / ResourceId.
struct Timeline {
  std::vector<Ticks> start, finish;  // start: of the latency phase
  std::vector<double> served;        // units of each resource that were used over the run
  Ticks makespan = 0;
  Statistics statistics;
  // A hash of all starts and finishes: the same program gives the same fingerprint on every compiler and machine.
  [[nodiscard]] std::uint64_t fingerprint() const;
};

// Thrown when RunOptions::cancel was set.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

// Runs the program from time 0. Throws Error(internal) that names the blocked operations (and how many participants a
// joint operation still misses) when nothing can go on.
[[nodiscard]] Timeline run(const Program& program, const RunOptions& options = {});

}  // namespace headroom::sim
