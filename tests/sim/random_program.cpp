// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/random_program.hpp"

#include <algorithm>
#include <numeric>

namespace headroom::sim::test {

namespace {

void add_random_work(Program& program, const RandomProgram& shape, Random& random) {
  std::vector<Demand> demands;
  const std::uint32_t count = random.below(4);
  for (std::uint32_t i = 0; i < count; ++i) {
    demands.push_back({ResourceId(random.below(shape.resources)), random.one_in(4) ? 0.5 : 1.0});
  }
  Work work{.latency_seconds = 1e-6 * random.below(3), .amount = 1e6 * random.below(4), .demands = demands};
  if (random.one_in(4)) {
    work.amount *= random.between(0.5, 1);
  }
  if (demands.empty() || (shape.caps && random.one_in(3))) {
    work.rate_cap = 1e9 * (1 + random.below(20));
  }
  if (shape.shares && random.one_in(3)) {
    work.share = 1 + random.below(4);
  }
  program.add_work(work);
}

OperationId add_joint(Program& program, WorkId work, LabelId label, std::uint32_t streams, Random& random) {
  std::vector<std::uint32_t> order(streams);
  std::iota(order.begin(), order.end(), 0U);
  const std::uint32_t participants = 1 + random.below(streams);
  const OperationId operation = program.add_joint(work, label, participants);
  for (std::uint32_t i = 0; i < participants; ++i) {
    std::swap(order[i], order[i + random.below(streams - i)]);
    program.enter(operation, StreamId(order[i]));
  }
  return operation;
}

}  // namespace

Program RandomProgram::make(Random& random) const {
  Program program;
  for (std::uint32_t i = 0; i < resources; ++i) {
    program.add_resource("resource", 1e10 * (1 + random.below(4)));
  }
  for (std::uint32_t i = 0; i < streams; ++i) {
    program.add_stream("stream");
  }
  for (std::uint32_t i = 0; i < works; ++i) {
    add_random_work(program, *this, random);
  }
  const LabelId label = program.add_label("operation", 0);
  for (std::uint32_t i = 0; i < operations; ++i) {
    const WorkId work(random.below(works));
    const OperationId operation = joint && random.one_in(5)
                                      ? add_joint(program, work, label, streams, random)
                                      : program.add(StreamId(random.below(streams)), work, label);
    if (operation.value > 0 && random.one_in(3)) {
      program.after(operation, OperationId(random.below(operation.value)));
    }
  }
  return program;
}

}  // namespace headroom::sim::test
