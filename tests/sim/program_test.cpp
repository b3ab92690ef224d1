// SPDX-License-Identifier: Apache-2.0
#include "sim/program.hpp"

#include <cmath>

#include "sim/error.hpp"
#include "tests/catch.hpp"

namespace headroom::sim {
namespace {

TEST_CASE("equal labels of one category are one label") {
  Program program;
  const LabelId first = program.add_label("forward of a layer with a long name", 1);
  CHECK(program.add_label("forward of a layer with a long name", 1) == first);
  CHECK(program.add_label("forward of a layer with a long name", 2) != first);
  CHECK(program.add_label("backward", 1) != first);
  CHECK(program.label(first).text == "forward of a layer with a long name");
  CHECK(program.label(first).category == 1);
}

TEST_CASE("demands on one resource are added up, and demands of nothing left out") {
  Program program;
  const ResourceId a = program.add_resource("a", 1), b = program.add_resource("b", 1);
  const std::vector<Demand> demands{{b, 1}, {a, 2}, {b, 3}, {a, 0}};
  const Work work = program.work(program.add_work({.amount = 1, .demands = demands}));
  REQUIRE(work.demands.size() == 2);
  CHECK(work.demands[0].resource == a);
  CHECK(work.demands[0].per_unit == 2);
  CHECK(work.demands[1].resource == b);
  CHECK(work.demands[1].per_unit == 4);
}

TEST_CASE("a stream's operations depend on each other in the order of enqueueing") {
  Program program;
  const StreamId a = program.add_stream("a"), b = program.add_stream("b");
  const WorkId work = program.add_work({});
  const LabelId label = program.add_label("operation", 0);
  const OperationId first = program.add(a, work, label);
  const OperationId joint = program.add_joint(work, label, 2);
  CHECK(program.operation(joint).stream.is_none());
  program.enter(joint, b);
  CHECK(program.operation(joint).stream == b);
  CHECK(program.operation(joint).participants_missing == 1);
  program.enter(joint, a);
  CHECK(program.operation(joint).participants_missing == 0);
  REQUIRE(program.edges().size() == 1);
  CHECK(program.edges()[0].prerequisite == first);
  CHECK(program.edges()[0].operation == joint);
  REQUIRE(program.further_entries().size() == 1);
  CHECK(program.further_entries()[0].stream == a);
}

TEST_CASE("a program refuses, one at a time,") {
  Program program;
  const StreamId stream = program.add_stream("stream");
  const ResourceId resource = program.add_resource("link", 1);
  const WorkId work = program.add_work({});
  const LabelId label = program.add_label("operation", 0);
  const auto add_work = [&](const Work& bad) { static_cast<void>(program.add_work(bad)); };

  SECTION("resources without capacity") {
    REQUIRE_THROWS_WITH(program.add_resource("dead", 0),
                        "resource \"dead\": capacity must be finite and above 0, found 0");
    REQUIRE_THROWS_AS(program.add_resource("endless", INFINITY), Error);
    REQUIRE_THROWS_AS(program.add_resource("unknown", NAN), Error);
  }
  SECTION("negative or unknown latency") {
    REQUIRE_THROWS_AS(add_work({.latency_seconds = -1}), Error);
    REQUIRE_THROWS_AS(add_work({.latency_seconds = NAN}), Error);
  }
  SECTION("negative amounts") {
    REQUIRE_THROWS_AS(add_work({.amount = -1, .rate_cap = 1}), Error);
  }
  SECTION("rate caps of nothing") {
    REQUIRE_THROWS_AS(add_work({.rate_cap = 0}), Error);
  }
  SECTION("shares of nothing") {
    REQUIRE_THROWS_AS(add_work({.share = 0}), Error);
  }
  SECTION("work that nothing limits") {
    REQUIRE_THROWS_WITH(add_work({.amount = 1}),
                        "work: without a demand the rate cap must be finite, found inf");
  }
  SECTION("negative demands") {
    const Demand demand{resource, -1};
    REQUIRE_THROWS_AS(add_work({.amount = 1, .demands = std::span(&demand, 1)}), Error);
  }
  SECTION("what does not exist") {
    const Demand demand{ResourceId(7), 1};
    REQUIRE_THROWS_WITH(add_work({.amount = 1, .demands = std::span(&demand, 1)}),
                        "program: resource 7 does not exist, there are 1");
    REQUIRE_THROWS_AS(program.add(StreamId(7), work, label), Error);
    REQUIRE_THROWS_AS(program.add(stream, WorkId(7), label), Error);
    REQUIRE_THROWS_AS(program.add(stream, work, LabelId(7)), Error);
    REQUIRE_THROWS_AS(program.after(OperationId(7), OperationId(7)), Error);
  }
  SECTION("joint operations of nobody") {
    REQUIRE_THROWS_AS(program.add_joint(work, label, 0), Error);
  }
  SECTION("more participants than a joint operation has") {
    const OperationId joint = program.add_joint(work, label, 1);
    program.enter(joint, stream);
    REQUIRE_THROWS_AS(program.enter(joint, program.add_stream("other")), Error);
  }
  SECTION("the same participant twice") {
    const OperationId joint = program.add_joint(work, label, 2);
    program.enter(joint, stream);
    REQUIRE_THROWS_WITH(program.enter(joint, stream),
                        "program: stream \"stream\" enters \"operation\" twice");
  }
}

}  // namespace
}  // namespace headroom::sim
