// SPDX-License-Identifier: Apache-2.0
// The analysis that lets operations run on their own clocks changes no tick.
#include "sim/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/naive_simulation.hpp"
#include "tests/sim/programs.hpp"
#include "tests/sim/random_program.hpp"

namespace headroom::sim {
namespace {

using test::naive_run;
using test::Random;
using test::RandomProgram;

void check_same(const Program& program) {
  const Timeline with = run(program), without = run(program, {.own_clocks = false}),
                 naive = naive_run(program);
  REQUIRE(with.start == naive.start);
  REQUIRE(with.finish == naive.finish);
  REQUIRE(with.makespan == naive.makespan);
  REQUIRE(without.start == naive.start);
  REQUIRE(without.finish == naive.finish);
  REQUIRE(with.statistics.undisturbed >= without.statistics.undisturbed);
}

TEST_CASE("random programs: with own clocks, without, and by the naive simulator the same ticks") {
  Random random(8);
  for (int i = 0; i < 2'000; ++i) {
    const RandomProgram shape{.resources = 1 + random.below(8),
                              .streams = 1 + random.below(6),
                              .works = 1 + random.below(10),
                              .operations = 5 + random.below(40),
                              .caps = random.one_in(2),
                              .shares = random.one_in(2),
                              .joint = random.one_in(2)};
    check_same(shape.make(random));
  }
}

TEST_CASE("rings: with own clocks, without, and by the naive simulator the same ticks") {
  for (const std::size_t ranks : {2U, 3U, 5U}) {
    check_same(test::Ring{.ranks = ranks, .bytes = 1e6 / 3}.make());
  }
}

TEST_CASE("streams that fill a resource to the brim do not disturb each other; one more does") {
  const auto events_with = [](std::size_t streams) {
    Program program;
    const Demand trunk{program.add_resource("trunk", 400e9), 1};
    const WorkId work =
        program.add_work({.amount = 1e6, .rate_cap = 400e9 / 7, .demands = std::span(&trunk, 1)});
    for (std::size_t i = 0; i < streams; ++i) {
      program.add(program.add_stream("stream"), work, program.add_label("message", 0));
    }
    check_same(program);
    return run(program).statistics.events;
  };
  CHECK(events_with(7) == 0);
  CHECK(events_with(8) > 0);
}

TEST_CASE(
    "operations of one stream are one after the other, so they cannot saturate what each of them can have") {
  Program program;
  const Demand link{program.add_resource("link", 1e9), 1};
  const WorkId work = program.add_work({.amount = 1e3, .demands = std::span(&link, 1)});
  const StreamId a = program.add_stream("a"), b = program.add_stream("b");
  const LabelId label = program.add_label("message", 0);
  program.add(a, work, label);
  const OperationId joint = program.add_joint(work, label, 2);
  program.enter(joint, a);
  program.enter(joint, b);
  program.add(a, work, label);
  CHECK(run(program).statistics.undisturbed == 3);

  SECTION("a joint operation that stands first on another stream may run beside them") {
    const OperationId other = program.add_joint(work, label, 1);
    program.enter(other, b);
    const Timeline timeline = run(program);
    CHECK(timeline.statistics.undisturbed == 0);
    check_same(program);
  }
}

TEST_CASE("chains of a million operations are walked without recursion") {
  Program program;
  const StreamId stream = program.add_stream("stream");
  const WorkId work = program.add_work({.latency_seconds = 1e-9});
  const LabelId label = program.add_label("step", 0);
  for (int i = 0; i < 1'000'000; ++i) {
    program.add(stream, work, label);
  }
  CHECK(run(program).makespan == 100'000'000);
}

}  // namespace
}  // namespace headroom::sim
