// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/random_program.hpp"

namespace headroom::sim {
namespace {

TEST_CASE("a random program has this fingerprint with every compiler and optimisation") {
  test::Random random(13);
  const test::RandomProgram shape{.resources = 20, .streams = 30, .works = 60, .operations = 3'000};
  const Program program = shape.make(random);
  const Timeline timeline = run(program);
  CHECK(timeline.statistics.events > 1'000);
  CHECK(timeline.fingerprint() == 0xdaac7f287e67a717U);
  CHECK(run(program).fingerprint() == timeline.fingerprint());
}

TEST_CASE("every start and every finish shows in the fingerprint") {
  Timeline timeline;
  timeline.start = {0, 5, 7};
  timeline.finish = {5, 6, 9};
  const std::uint64_t original = timeline.fingerprint();
  SECTION("a start") {
    ++timeline.start[1];
  }
  SECTION("a finish") {
    --timeline.finish[2];
  }
  SECTION("two that change places") {
    std::swap(timeline.finish[0], timeline.finish[1]);
  }
  SECTION("one operation more") {
    timeline.start.push_back(0);
    timeline.finish.push_back(0);
  }
  CHECK(timeline.fingerprint() != original);
}

}  // namespace
}  // namespace headroom::sim
