// SPDX-License-Identifier: Apache-2.0
#include "sim/dominated.hpp"

#include "sim/simulation.hpp"
#include "tests/catch.hpp"

namespace headroom::sim {
namespace {

WorkId work_on(Program& program, std::vector<Demand> demands) {
  return program.add_work({.amount = 1, .demands = demands});
}

std::vector<bool> dominated(const Program& program) {
  std::vector<ResourceId> all;
  for (std::size_t r = 0; r < program.resource_count(); ++r) all.push_back(ResourceId(r));
  return dominated_resources(program, all);
}

}  // namespace

TEST_CASE("Of links that carry the same, the first is kept") {
  Program program;
  const ResourceId a = program.add_resource("a", 10), b = program.add_resource("b", 10);
  work_on(program, {{a, 2}, {b, 2}});
  work_on(program, {{a, 1}, {b, 1}});
  REQUIRE(dominated(program) == std::vector<bool>{false, true});
}

TEST_CASE("A link with more capacity, or with less to carry, is dominated") {
  Program program;
  const ResourceId a = program.add_resource("a", 10), wide = program.add_resource("wide", 20),
                   idle = program.add_resource("idle", 10);
  work_on(program, {{a, 2}, {wide, 2}, {idle, 1}});
  work_on(program, {{a, 1}, {wide, 1}});
  REQUIRE(dominated(program) == std::vector<bool>{false, true, true});
}

TEST_CASE("Links that each carry something of their own are all kept") {
  Program program;
  const ResourceId a = program.add_resource("a", 10), b = program.add_resource("b", 10);
  work_on(program, {{a, 1}, {b, 1}});
  work_on(program, {{a, 1}});
  work_on(program, {{b, 1}});
  REQUIRE(dominated(program) == std::vector<bool>{false, false});
}

TEST_CASE("Where each takes more of one work, none dominates") {
  Program program;
  const ResourceId a = program.add_resource("a", 10), b = program.add_resource("b", 10);
  work_on(program, {{a, 1}, {b, 2}});
  work_on(program, {{a, 2}, {b, 1}});
  REQUIRE(dominated(program) == std::vector<bool>{false, false});
}

TEST_CASE("A ring whose links are shared with a second transfer ends when its slowest link allows") {
  // Eight equal links carry the ring; the first also carries a transfer of its own: 8 + 8 units over 10
  // units/s.
  Program program;
  std::vector<Demand> ring;
  for (int i = 0; i < 8; ++i) ring.push_back({program.add_resource("link", 10), 1});
  const LabelId label = program.add_label("transfer", 0);
  program.add(program.add_stream("ring"), program.add_work({.amount = 8, .demands = ring}), label);
  const Demand first[] = {ring.front()};
  program.add(program.add_stream("other"), program.add_work({.amount = 8, .demands = first}), label);
  const Timeline timeline = run(program);
  REQUIRE(to_seconds(timeline.makespan) == Approx(1.6));
  REQUIRE(timeline.served[ring.back().resource.value] == Approx(8));
}

}  // namespace headroom::sim
