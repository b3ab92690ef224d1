// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/program.hpp"
#include "tests/bench/fat_tree.hpp"

namespace headroom::bench {

// All-to-all of messages of different sizes (1.0 to 1.5 MB), all at once: every completion changes
// everybody's rate.
struct Staggered {
  FatTree tree;

  [[nodiscard]] std::size_t bytes(std::size_t from, std::size_t to) const {
    const std::size_t pairs = tree.hosts() * tree.hosts();
    const std::size_t step = (from * 7919 + to * 104729) % pairs;  // two primes: no pattern of the tree's
    constexpr std::size_t smallest = 1'000'000, spread = 500'000;
    return smallest + spread * step / pairs;
  }

  // send(from, to) for every message.
  template <class Send>
  void for_each_message(Send send) const {
    for (std::size_t from = 0; from < tree.hosts(); ++from) {
      for (std::size_t to = 0; to < tree.hosts(); ++to) {
        if (from != to) {
          send(from, to);
        }
      }
    }
  }

  [[nodiscard]] sim::Program make() const {
    sim::Program program;
    for (std::size_t link = 0; link < tree.links(); ++link) {
      program.add_resource("link", FatTree::link_bytes_per_second);
    }
    const sim::LabelId label = program.add_label("message", 0);
    for_each_message([&](std::size_t from, std::size_t to) {
      const auto path = tree.path(from, to);
      const auto work = program.add_work({.amount = static_cast<double>(bytes(from, to)), .demands = path});
      program.add(program.add_stream("message"), work, label);
    });
    return program;
  }

  // Nothing can be faster than the busiest link without a pause.
  [[nodiscard]] double seconds_of_busiest_link() const {
    std::vector<double> carried(tree.links());
    for_each_message([&](std::size_t from, std::size_t to) {
      for (const sim::Demand& demand : tree.path(from, to)) {
        carried[demand.resource.value] += static_cast<double>(bytes(from, to));
      }
    });
    return *std::max_element(carried.begin(), carried.end()) / FatTree::link_bytes_per_second;
  }
};

}  // namespace headroom::bench
