// SPDX-License-Identifier: Apache-2.0
#include "sim/error.hpp"
#include "sim/simulation.hpp"
#include "tests/catch.hpp"

namespace headroom::sim {
namespace {

struct Deadlocked {
  Program program;
  StreamId a = program.add_stream("rank 0"), b = program.add_stream("rank 1");
  WorkId work = program.add_work({.latency_seconds = 1e-6});

  LabelId label(const char* text) { return program.add_label(text, 0); }
  [[nodiscard]] std::string message() const {
    try {
      static_cast<void>(run(program));
    } catch (const Error& error) {
      CHECK(error.failure() == Failure::internal);
      return error.what();
    }
    return "ended";
  }
};

TEST_CASE("a collective that a rank never joins is named, with how many it misses") {
  Deadlocked d;
  const OperationId joint = d.program.add_joint(d.work, d.label("all-reduce"), 3);
  d.program.enter(joint, d.a);
  d.program.add(d.a, d.work, d.label("optimiser"));
  d.program.add(d.b, d.work, d.label("forward"));
  CHECK(d.message() ==
        "deadlock: 2 of 3 operations can never start; "
        "\"all-reduce\" (operation 0, stream \"rank 0\") misses 2 participants");
}

TEST_CASE("a receive that nobody posted is named") {
  Deadlocked d;
  d.program.add_joint(d.work, d.label("send"), 1);
  CHECK(d.message() ==
        "deadlock: 1 of 1 operations can never start; \"send\" (operation 0, on no stream) misses 1 "
        "participant");
}

TEST_CASE("joint operations entered in different orders wait for each other: the cycle is told") {
  Deadlocked d;
  const OperationId first = d.program.add_joint(d.work, d.label("first"), 2);
  const OperationId second = d.program.add_joint(d.work, d.label("second"), 2);
  d.program.enter(first, d.a);
  d.program.enter(second, d.a);
  d.program.enter(second, d.b);
  d.program.enter(first, d.b);
  CHECK(d.message() ==
        "deadlock: 2 of 2 operations can never start; cycle: \"first\" (operation 0, stream \"rank 0\") "
        "waits for "
        "\"second\" (operation 1, stream \"rank 0\") waits for the first");
}

TEST_CASE("of many blocked operations a few are named and the rest are counted") {
  Deadlocked d;
  for (int i = 0; i < 10; ++i) {
    d.program.enter(d.program.add_joint(d.work, d.label("send"), 2), d.program.add_stream("stream"));
  }
  CHECK(d.message().find("operation 3, stream") != std::string::npos);
  CHECK(d.message().find("operation 4, stream") == std::string::npos);
  CHECK(d.message().find("; 6 more miss participants") != std::string::npos);
}

TEST_CASE("what waits for itself is a cycle, also behind operations that ended") {
  Deadlocked d;
  const OperationId before = d.program.add(d.a, d.work, d.label("before"));
  OperationId last = before;
  for (int i = 0; i < 6; ++i) {
    last = d.program.add(d.a, d.work, d.label("link"));
  }
  d.program.after(OperationId(before.value + 1), last);
  const std::string message = d.message();
  CHECK(message.find("deadlock: 6 of 7 operations") == 0);
  CHECK(message.find("waits for 2 more waits for the first") != std::string::npos);
}

}  // namespace
}  // namespace headroom::sim
