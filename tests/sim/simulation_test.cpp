// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"

#include <algorithm>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/sim/programs.hpp"
#include "tests/sim/random_program.hpp"

namespace headroom::sim {
namespace {

using test::Bottleneck;
using test::Random;
using test::RandomProgram;
using test::Ring;

constexpr Ticks microsecond = 100'000;

TEST_CASE("an empty program ends at 0") {
  const Timeline timeline = run(Program());
  CHECK(timeline.makespan == 0);
  CHECK(timeline.start.empty());
}

TEST_CASE("a ring all-reduce takes 2(N-1)(S/(N B) + latency), to the tick") {
  for (const std::size_t ranks : {2U, 3U, 8U, 64U}) {
    const Ring ring{.ranks = ranks, .bytes = 25e3 * static_cast<double>(ranks)};  // 1 us a message
    const Timeline timeline = run(ring.make());
    CHECK(timeline.makespan == static_cast<Ticks>(ring.steps()) * 2 * microsecond);
    CHECK(timeline.statistics.events == 0);
    CHECK(timeline.statistics.undisturbed == ranks * ring.steps());
    for (const double bytes : timeline.served) {
      CHECK(bytes == Approx(ring.bytes / static_cast<double>(ranks) * static_cast<double>(ring.steps())));
    }
  }
}

TEST_CASE("operations that only delay follow each other on their stream") {
  Program program;
  const StreamId stream = program.add_stream("stream");
  const WorkId launch = program.add_work({.latency_seconds = 3e-6});
  const LabelId label = program.add_label("launch", 0);
  program.add(stream, launch, label);
  program.add(stream, launch, label);
  const Timeline timeline = run(program);
  CHECK(timeline.start == std::vector<Ticks>{0, 3 * microsecond});
  CHECK(timeline.finish == std::vector<Ticks>{3 * microsecond, 6 * microsecond});
}

TEST_CASE("what is shared takes no part in the sharing during its latency") {
  // The first has the resource alone for the 1 us of the second's latency, and does 1000 of its 3000 units.
  Program program;
  const Demand demand{program.add_resource("link", 1e9), 1};
  const LabelId label = program.add_label("message", 0);
  const WorkId first = program.add_work({.amount = 3000, .demands = std::span(&demand, 1)});
  const WorkId second =
      program.add_work({.latency_seconds = 1e-6, .amount = 3000, .demands = std::span(&demand, 1)});
  program.add(program.add_stream("first"), first, label);
  program.add(program.add_stream("second"), second, label);
  const Timeline timeline = run(program);
  CHECK(timeline.finish == std::vector<Ticks>{5 * microsecond, 6 * microsecond});
  CHECK(timeline.start == std::vector<Ticks>{0, 0});
}

TEST_CASE("equal activities end together, in one event, whatever their number") {
  for (const std::size_t count : {2U, 3U, 7U, 49U, 999U}) {
    const Timeline timeline = run(Bottleneck{.amounts = std::vector(count, 12'345.0)}.make());
    CHECK(timeline.makespan == quotient_to_ticks(12'345.0 * static_cast<double>(count) / 1e9));
    CHECK(std::count(timeline.finish.begin(), timeline.finish.end(), timeline.makespan) ==
          static_cast<std::ptrdiff_t>(count));
    CHECK(timeline.statistics.events == count + 1);
    CHECK(timeline.statistics.solves == 1);
  }
}

TEST_CASE("a bottleneck is never idle while there is work: it ends when all work is done at its capacity") {
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    Bottleneck bottleneck{.amounts = {}};
    double sum = 0;
    for (std::uint32_t flow = 0; flow < 2 + random.below(20); ++flow) {
      bottleneck.amounts.push_back(random.between(1, 1e6));
      sum += bottleneck.amounts.back();
    }
    const Timeline timeline = run(bottleneck.make());
    // Each completion is rounded by at most half a tick.
    const auto rounding = static_cast<Ticks>(bottleneck.amounts.size());
    CHECK(std::abs(timeline.makespan - to_ticks(sum / bottleneck.capacity)) <= rounding);
  }
}

TEST_CASE("with one bottleneck more capacity is never slower, for anyone") {
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    Bottleneck bottleneck{.amounts = {}};
    for (std::uint32_t flow = 0; flow < 1 + random.below(10); ++flow) {
      bottleneck.amounts.push_back(1e3 * (1 + random.below(9)));
    }
    const Timeline slow = run(bottleneck.make());
    bottleneck.capacity *= random.between(1, 3);
    const Timeline fast = run(bottleneck.make());
    for (std::size_t flow = 0; flow < slow.finish.size(); ++flow) {
      CHECK(fast.finish[flow] <= slow.finish[flow]);
    }
  }
}

TEST_CASE("a joint operation starts when the last of its streams reaches it and holds them all") {
  Program program;
  const StreamId a = program.add_stream("a"), b = program.add_stream("b");
  const LabelId label = program.add_label("operation", 0);
  const WorkId one = program.add_work({.latency_seconds = 1e-6}),
               two = program.add_work({.latency_seconds = 2e-6});
  program.add(a, one, label);
  program.add(b, two, label);
  const OperationId joint = program.add_joint(one, label, 2);
  program.enter(joint, a);
  program.enter(joint, b);
  const OperationId after_a = program.add(a, one, label), after_b = program.add(b, one, label);
  const Timeline timeline = run(program);
  CHECK(timeline.start[joint.value] == 2 * microsecond);
  CHECK(timeline.start[after_a.value] == 3 * microsecond);
  CHECK(timeline.start[after_b.value] == 3 * microsecond);
}

TEST_CASE("no resource serves more than its capacity, and all that the operations demand") {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Program program = RandomProgram().make(random);
    const Timeline timeline = run(program);
    std::vector<double> demanded(program.resource_count());
    for (std::size_t id = 0; id < program.operation_count(); ++id) {
      const Work work = program.work(program.operation(OperationId(id)).work);
      for (const Demand& demand : work.demands) {
        demanded[demand.resource.value] += work.amount * demand.per_unit;
      }
    }
    for (std::size_t r = 0; r < demanded.size(); ++r) {
      CHECK(timeline.served[r] == Approx(demanded[r]));
      const double capacity = program.capacity(ResourceId(r));
      const double rounding = capacity * to_seconds(static_cast<Ticks>(program.operation_count()));
      CHECK(timeline.served[r] <= capacity * to_seconds(timeline.makespan) + rounding);
    }
  }
}

TEST_CASE("what would end after more time than 64 bits hold is refused by name") {
  Program program;
  const WorkId forever = program.add_work({.amount = 1e12, .rate_cap = 1});
  program.add(program.add_stream("stream"), forever, program.add_label("endless", 0));
  REQUIRE_THROWS_WITH(run(program), Catch::Matchers::Contains("\"endless\" on stream \"stream\""));

  Bottleneck bottleneck{.capacity = 1, .amounts = {1e12, 1e12}};
  REQUIRE_THROWS_AS(run(bottleneck.make()), Error);
}

}  // namespace
}  // namespace headroom::sim
