// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/harness.hpp"
#include "tests/bench/hold_model.hpp"

namespace headroom::bench {
namespace {

Result event_loop() {
  constexpr std::uint32_t pending = 10'000, events = 2'000'000;
  bool in_order = false;
  const double seconds = best_cpu_seconds(3, [&] { in_order = hold(pending, events); });
  constexpr double nanoseconds = 1e9;
  return {seconds / events * nanoseconds, in_order};
}

const Registration registration{{"event-loop", "ns/event", 100, event_loop}};

}  // namespace
}  // namespace headroom::bench
