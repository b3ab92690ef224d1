// SPDX-License-Identifier: Apache-2.0
// The bare event loop, in the hold model: every event that is taken puts in another one, some time later.
#include <cstdint>

#include "sim/event_queue.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

constexpr std::uint32_t pending = 10'000;
constexpr std::uint32_t events = 2'000'000;

// A linear congruential generator (Knuth, MMIX): the same on every machine.
struct Random {
  std::uint64_t state = 1;
  std::uint32_t next() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 40U);
  }
};

Result event_loop() {
  bool in_order = true;
  const double seconds = best_cpu_seconds(3, [&] {
    Random random;
    sim::EventQueue queue(pending);
    for (std::uint32_t i = 0; i < pending; ++i) {
      queue.push({random.next(), i, 0});
    }
    sim::Ticks now = 0;
    for (std::uint32_t i = 0; i < events; ++i) {
      if (!queue.due()) {
        queue.advance();
      }
      const sim::Event event = queue.pop();
      in_order = in_order && event.time >= now;
      now = event.time;
      queue.push({now + random.next(), event.id, event.order + 1});
    }
  });
  constexpr double nanoseconds = 1e9;
  return {seconds / events * nanoseconds, in_order};
}

const Registration registration{{"event-loop", "ns/event", 100, event_loop}};

}  // namespace
}  // namespace headroom::bench
