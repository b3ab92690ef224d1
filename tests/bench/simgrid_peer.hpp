// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "sim/program.hpp"

// The same machines and messages in SimGrid, with its plain model of flows that share links (CM02: no factors
// on bandwidth and latency, no cross traffic of acknowledgements). SimGrid's engine is a global: one call a
// process.
namespace headroom::bench::peer {

struct Link {
  double bytes_per_second, seconds;
};

struct Message {
  std::size_t from, to;  // hosts
  std::size_t bytes;
  std::vector<sim::Demand> path;  // resource = index of a link
};

struct Machine {
  std::size_t hosts;
  std::vector<Link> links;
};

// All messages at once; when the last has arrived. Not two with the same ends.
[[nodiscard]] double seconds_at_once(const Machine& machine, std::span<const Message> messages);
// All messages at once, `rounds` times, each round after the one before.
[[nodiscard]] double seconds_in_rounds(const Machine& machine, std::span<const Message> messages,
                                       std::size_t rounds);
// Bytes/s of each message while all are under way.
[[nodiscard]] std::vector<double> rates(const Machine& machine, std::span<const Message> messages);

}  // namespace headroom::bench::peer
