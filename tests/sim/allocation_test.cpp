// SPDX-License-Identifier: Apache-2.0
// A program of its own, since it replaces operator new: nothing is allocated once a run is under way, and
// what an operation takes is known.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "sim/fluid.hpp"
#include "sim/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/random_program.hpp"

namespace {
std::size_t allocations = 0, allocated_bytes = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  allocated_bytes += size;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  allocated_bytes += size;
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

struct Bytes {
  std::size_t program, run;
};

// `operations` on two streams in turns, each waiting for the one before it on the other stream.
Bytes bytes_of_chain(std::size_t operations) {
  std::size_t before = allocated_bytes;
  Program program;
  program.reserve(operations, operations);
  const StreamId streams[] = {program.add_stream("a"), program.add_stream("b")};
  const WorkId work = program.add_work({.latency_seconds = 1e-6});
  const LabelId label = program.add_label("link of the chain", 0);
  OperationId last = program.add(streams[0], work, label);
  for (std::size_t i = 1; i < operations; ++i) {
    const OperationId next = program.add(streams[i % 2], work, label);
    program.after(next, last);
    last = next;
  }
  const std::size_t built = allocated_bytes - before;
  before = allocated_bytes;
  CHECK(run(program).statistics.undisturbed == operations);
  return {built, allocated_bytes - before};
}

TEST_CASE("an operation with a dependency takes 32 bytes in its program and 40 while it runs") {
  const Bytes small = bytes_of_chain(10'000), large = bytes_of_chain(20'000);
  CHECK(large.program - small.program == 32 * 10'000);
  CHECK(large.run - small.run == 40 * 10'000);
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
