// SPDX-License-Identifier: Apache-2.0
// Batching, cancelling, progress.
#include <algorithm>

#include "sim/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/sim/programs.hpp"
#include "tests/sim/random_program.hpp"

namespace headroom::sim {
namespace {

using test::Bottleneck;
using test::Random;

// Rounds of messages over one link: the next round starts when all messages of this one have arrived.
Program rounds_of_messages(Random& random, int rounds) {
  Program program;
  const Demand link{program.add_resource("link", 1e9), 1};
  const LabelId label = program.add_label("message", 0);
  const WorkId wait = program.add_work({});
  const std::vector<StreamId> streams{program.add_stream("a"), program.add_stream("b"),
                                      program.add_stream("c")};
  for (int round = 0; round < rounds; ++round) {
    const OperationId barrier = program.add_joint(wait, label, 3);
    for (const StreamId stream : streams) {
      const double bytes = 1e6 * random.between(1, 1.01);
      program.add(stream, program.add_work({.amount = bytes, .demands = std::span(&link, 1)}), label);
      program.enter(barrier, stream);
    }
  }
  return program;
}

TEST_CASE("with one bottleneck, batching ends nobody early, and nobody later than by its fraction") {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    Bottleneck bottleneck{.amounts = {}};
    for (std::uint32_t flow = 0; flow < 2 + random.below(50); ++flow) {
      bottleneck.amounts.push_back(random.between(1e6, 1.1e6));
    }
    const Program program = bottleneck.make();
    const Timeline exact = run(program);
    for (const double fraction : {1e-4, 1e-3, 1e-2}) {
      const Timeline batched = run(program, {.completion_batching = fraction});
      CHECK(batched.statistics.solves <= exact.statistics.solves);
      for (std::size_t flow = 0; flow < exact.finish.size(); ++flow) {
        CHECK(batched.finish[flow] >= exact.finish[flow]);
        const double late = static_cast<double>(batched.finish[flow] - exact.finish[flow]);
        CHECK(late <= fraction * static_cast<double>(exact.finish[flow]) + 2);
      }
    }
  }
}

TEST_CASE("the error of batching does not add up over rounds that wait for each other") {
  Random random(12);
  const Program program = rounds_of_messages(random, 500);
  const Timeline exact = run(program), batched = run(program, {.completion_batching = 1e-2});
  CHECK(batched.makespan > exact.makespan);
  CHECK(static_cast<double>(batched.makespan) <= 1.01 * static_cast<double>(exact.makespan));
  CHECK(batched.statistics.solves < exact.statistics.solves / 2);
}

TEST_CASE("a set flag cancels, before anything and in the middle") {
  std::atomic<bool> cancel = true;
  const Program ring = test::Ring{.ranks = 64}.make(), shared = Bottleneck{.amounts = {1e6, 2e6, 3e6}}.make();
  RunOptions options{.cancel = &cancel};
  REQUIRE_THROWS_AS(run(ring, options), Cancelled);
  REQUIRE_THROWS_AS(run(shared, options), Cancelled);
  for (const Program* program : {&ring, &shared}) {
    cancel = false;
    options.progress = [&](std::size_t done, std::size_t total) { cancel = 2 * done > total; };
    REQUIRE_THROWS_AS(run(*program, options), Cancelled);
  }
}

TEST_CASE("progress rises to all operations, in at most a thousand calls") {
  for (const std::size_t ranks : {2U, 3U, 64U}) {
    const Program program = test::Ring{.ranks = ranks}.make();
    std::vector<std::size_t> calls;
    static_cast<void>(run(program, {.progress = [&](std::size_t done, std::size_t total) {
                            CHECK(total == program.operation_count());
                            calls.push_back(done);
                          }}));
    CHECK(calls.size() <= 1000);
    CHECK(std::is_sorted(calls.begin(), calls.end()));
    CHECK(calls.back() == program.operation_count());
  }
}

}  // namespace
}  // namespace headroom::sim
