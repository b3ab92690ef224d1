// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "sim/program.hpp"

namespace headroom::sim::test {

// Programs of `count` streams of one operation each, all of them on one resource.
struct Bottleneck {
  double capacity = 1e9;
  std::vector<double> amounts;

  [[nodiscard]] Program make() const {
    Program program;
    const Demand demand{program.add_resource("bottleneck", capacity), 1};
    const LabelId label = program.add_label("flow", 0);
    for (const double amount : amounts) {
      const WorkId work = program.add_work({.amount = amount, .demands = std::span(&demand, 1)});
      program.add(program.add_stream("flow"), work, label);
    }
    return program;
  }
};

// Ring all-reduce of `bytes` over `ranks` equal links, every message an operation: what a rank sends to its
// neighbour it has received in the step before.
struct Ring {
  std::size_t ranks = 4;
  double bytes = 1e6, link_bytes_per_second = 25e9, link_seconds = 1e-6;

  [[nodiscard]] std::size_t steps() const { return 2 * (ranks - 1); }
  [[nodiscard]] Program make() const {
    Program program;
    program.reserve(ranks * steps(), ranks * steps());
    const LabelId label = program.add_label("send", 0);
    std::vector<OperationId> before(ranks), now(ranks);
    std::vector<WorkId> sends;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const Demand link{program.add_resource("link", link_bytes_per_second), 1};
      program.add_stream("rank");
      sends.push_back(program.add_work({.latency_seconds = link_seconds,
                                        .amount = bytes / static_cast<double>(ranks),
                                        .demands = std::span(&link, 1)}));
    }
    for (std::size_t step = 0; step < steps(); ++step) {
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        now[rank] = program.add(StreamId(rank), sends[rank], label);
        if (step > 0) {
          program.after(now[rank], before[(rank + ranks - 1) % ranks]);
        }
      }
      before.swap(now);
    }
    return program;
  }
};

}  // namespace headroom::sim::test
