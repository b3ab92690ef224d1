// SPDX-License-Identifier: Apache-2.0
#include "sim/event_queue.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/sim/random.hpp"

namespace headroom::sim {
namespace {

TEST_CASE("events come in the order of time, then order, then id") {
  EventQueue queue(4);
  queue.push({7, 1, 0});
  queue.push({5, 9, 1});
  queue.push({5, 3, 2});
  queue.push({5, 2, 1});
  CHECK(queue.full());
  CHECK_FALSE(queue.due());
  CHECK(queue.advance() == 5);
  CHECK(queue.pop().id == 2);
  CHECK(queue.pop().id == 9);
  CHECK(queue.pop().id == 3);
  CHECK_FALSE(queue.due());
  CHECK(queue.advance() == 7);
  CHECK(queue.pop().id == 1);
  CHECK(queue.empty());
}

TEST_CASE("what is pushed for now comes after what is due, and before the clock advances") {
  EventQueue queue(4);
  queue.push({0, 5, 0});
  queue.push({0, 6, 0});
  queue.push({1, 0, 0});
  queue.advance();
  CHECK(queue.pop().id == 5);
  queue.push({0, 4, 0});
  CHECK(queue.pop().id == 6);
  CHECK(queue.due());
  CHECK(queue.pop().id == 4);
  CHECK_FALSE(queue.due());
  CHECK(queue.advance() == 1);
}

TEST_CASE("whatever is pushed, popped and purged, the queue gives what a sorted list gives") {
  test::Random random(1);
  EventQueue queue(200);
  std::vector<Event> naive;
  const auto is_stale = [](const Event& event) { return event.id % 3 == 0; };
  Ticks now = 0;
  for (int i = 0; i < 50'000; ++i) {
    if (queue.full() && !queue.due()) {
      queue.purge(is_stale);
      std::erase_if(naive, is_stale);
    } else if (queue.empty() || (!queue.full() && random.one_in(2))) {
      const Ticks time = now + 1 + random.below(std::uint64_t{1} << random.below(40));
      const Event event{time, random.below(1000), random.below(5)};
      queue.push(event);
      naive.insert(std::upper_bound(naive.begin(), naive.end(), event,
                                    [](const Event& a, const Event& b) { return a.before(b); }),
                   event);
    } else {
      now = queue.due() ? now : queue.advance();
      const Event event = queue.pop();
      REQUIRE(event.time == now);
      REQUIRE_FALSE(event.before(naive.front()));
      REQUIRE_FALSE(naive.front().before(event));
      naive.erase(naive.begin());
    }
    REQUIRE(queue.size() == naive.size());
  }
}

}  // namespace
}  // namespace headroom::sim
