// SPDX-License-Identifier: Apache-2.0
// A program of its own, since it replaces operator new: nothing is allocated once a run is under way.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "sim/fluid.hpp"
#include "sim/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/random_program.hpp"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace headroom::sim {
namespace {

std::size_t allocations_of_run(std::uint32_t operations) {
  test::Random random(14);
  const Program program = test::RandomProgram{.streams = 20, .operations = operations}.make(random);
  const std::size_t before = allocations;
  const Timeline timeline = run(program);
  const std::size_t made = allocations - before;
  CHECK(timeline.statistics.events > operations / 2);
  return made;
}

TEST_CASE("a run of fifty times the operations makes no allocation more") {
  CHECK(allocations_of_run(50'000) == allocations_of_run(1'000));
}

TEST_CASE("activities begin, share and end without an allocation") {
  constexpr std::uint32_t places = 50, resources = 10;
  test::Random random(15);
  Fluid fluid(std::vector<double>(resources, 1e9),
              {std::vector<std::uint32_t>(places, 2), std::vector<std::uint32_t>(resources, places)}, 1e-3);
  EventQueue queue(4 * places);
  const std::size_t before = allocations;
  std::uint32_t ended = 0;
  const auto begin = [&](Fluid::Place place) {
    const Demand demands[] = {{ResourceId(place % resources), 1},
                              {ResourceId((place * 7 + 1) % resources), 2}};
    fluid.begin(place, random.between(1e3, 1e6), 1, 1e8 * (1 + random.below(9)), demands);
  };
  for (Fluid::Place place = 0; place < places; ++place) {
    begin(place);
  }
  fluid.settle(0, [&](const Event& event) { queue.push(event); });
  while (ended < 5'000) {
    if (!queue.due()) {
      queue.advance();
    }
    const Event event = queue.pop();
    if (fluid.holds(event)) {
      for (Fluid::Place place = event.id; place != Fluid::no_place; ++ended) {
        const Fluid::Place next = fluid.next_due(place);
        fluid.end(place);
        begin(place);
        place = next;
      }
      fluid.settle(event.time, [&](const Event& completion) { queue.push(completion); });
    }
  }
  CHECK(allocations == before);
}

}  // namespace
}  // namespace headroom::sim
