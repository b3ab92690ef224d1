// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "sim/event_queue.hpp"

namespace headroom::bench {

// The bare event loop, in the hold model: every event that is taken puts in another one, some time later.
// Returns whether time never ran backwards.
inline bool hold(std::uint32_t pending, std::uint32_t events) {
  // A linear congruential generator (Knuth, MMIX): the same on every machine.
  std::uint64_t state = 1;
  const auto random = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 40U);
  };
  sim::EventQueue queue(pending);
  for (std::uint32_t i = 0; i < pending; ++i) {
    queue.push({random(), i, 0});
  }
  bool in_order = true;
  sim::Ticks now = 0;
  for (std::uint32_t i = 0; i < events; ++i) {
    if (!queue.due()) {
      queue.advance();
    }
    const sim::Event event = queue.pop();
    in_order = in_order && event.time >= now;
    now = event.time;
    queue.push({now + random(), event.id, event.order + 1});
  }
  return in_order;
}

}  // namespace headroom::bench
