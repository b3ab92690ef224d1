// SPDX-License-Identifier: Apache-2.0
// SimGrid on the same machines in the same run: how many times as long it takes, and whether it gets the same
// answer.
#include <cmath>

#include "sim/max_min.hpp"
#include "sim/simulation.hpp"
#include "tests/bench/harness.hpp"
#include "tests/bench/simgrid_peer.hpp"
#include "tests/bench/staggered.hpp"
#include "tests/sim/programs.hpp"

namespace headroom::bench {
namespace {

// SimGrid ends together what would end within a nanosecond (its precision/timing).
constexpr double same_seconds = 1e-6, same_rate = 1e-9;

bool agree(double ours, double peers, double tolerance) {
  return std::abs(ours / peers - 1) <= tolerance;
}

// ---- all-to-all of different sizes ----
std::vector<peer::Message> messages_of(const Staggered& staggered) {
  std::vector<peer::Message> messages;
  staggered.for_each_message([&](std::size_t from, std::size_t to) {
    messages.push_back({from, to, staggered.bytes(from, to), staggered.tree.path(from, to)});
  });
  return messages;
}

peer::Machine machine_of(const FatTree& tree) {
  return {tree.hosts(), std::vector<peer::Link>(tree.links(), {FatTree::link_bytes_per_second, 0})};
}

const Measurement& staggered_by_peer() {
  static const Measurement measurement = measure_in_own_process([] {
    const Staggered staggered{FatTree(64)};
    return peer::seconds_at_once(machine_of(staggered.tree), messages_of(staggered));
  });
  return measurement;
}

Result staggered(double batching) {
  const Staggered staggered{FatTree(64)};
  double makespan = 0;
  const double seconds = best_cpu_seconds(5, [&] {
    makespan = sim::to_seconds(run(staggered.make(), {.completion_batching = batching}).makespan);
  });
  const Measurement& peers = staggered_by_peer();
  return {peers.cpu_seconds / seconds, agree(makespan, peers.answer, same_seconds + batching)};
}

// ---- ring ----
Result ring() {
  const sim::test::Ring ring{.ranks = 1024, .bytes = 1024e6};
  const Measurement peers = measure_in_own_process([&] {
    std::vector<peer::Message> messages;
    for (std::size_t rank = 0; rank < ring.ranks; ++rank) {
      const auto bytes = static_cast<std::size_t>(ring.bytes) / ring.ranks;
      messages.push_back({rank, (rank + 1) % ring.ranks, bytes, {{sim::ResourceId(rank), 1}}});
    }
    const std::vector<peer::Link> links(ring.ranks, {ring.link_bytes_per_second, ring.link_seconds});
    return peer::seconds_in_rounds({ring.ranks, links}, messages, ring.steps());
  });
  double makespan = 0;
  const double seconds = best_cpu_seconds(3, [&] { makespan = sim::to_seconds(run(ring.make()).makespan); });
  return {peers.cpu_seconds / seconds, agree(makespan, peers.answer, same_seconds)};
}

// ---- rates ----
// One pair in four of the all-to-all, over links that all differ: many bottlenecks, one after the other.
std::vector<peer::Message> some_messages(const Staggered& staggered) {
  std::vector<peer::Message> messages;
  for (peer::Message& message : messages_of(staggered)) {
    if (message.bytes % 4 == 0) {
      messages.push_back(std::move(message));
    }
  }
  return messages;
}

peer::Machine uneven_machine(const FatTree& tree) {
  peer::Machine machine = machine_of(tree);
  for (std::size_t link = 0; link < machine.links.size(); ++link) {
    machine.links[link].bytes_per_second *= 1 + static_cast<double>(link * 7919 % 1000) / 1000;
  }
  return machine;
}

std::vector<double> our_rates(const peer::Machine& machine, std::span<const peer::Message> messages) {
  std::vector<double> capacities;
  for (const peer::Link& link : machine.links) {
    capacities.push_back(link.bytes_per_second);
  }
  sim::MaxMin::Room room{
      std::vector<std::uint32_t>(messages.size(), 4),
      std::vector<std::uint32_t>(capacities.size(), static_cast<std::uint32_t>(messages.size()))};
  sim::MaxMin sharing(capacities, room);
  std::vector<double> rates;
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    sharing.enter(i, 1, INFINITY, messages[i].path);
  }
  while (!sharing.solve_next().empty()) {
  }
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    rates.push_back(sharing.rate(i));
  }
  return rates;
}

double largest_difference() {
  const Staggered staggered{FatTree(64)};
  const std::vector<peer::Message> messages = some_messages(staggered);
  const peer::Machine machine = uneven_machine(staggered.tree);
  const std::vector<double> ours = our_rates(machine, messages), peers = peer::rates(machine, messages);
  double largest = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const double difference = std::abs(ours.at(i) - peers.at(i)) / ours.at(i);
    largest = difference <= largest ? largest : difference;  // not a number: the largest
  }
  return largest;
}

Result rates() {
  const double difference = measure_in_own_process(largest_difference).answer;
  return {difference, difference <= same_rate};
}

const Registration exact{
    {"simgrid-staggered-all-to-all-64", "x", 10, [] { return staggered(0); }, Better::more}};
const Registration batched{
    {"simgrid-staggered-all-to-all-64-batched", "x", 80, [] { return staggered(1e-3); }, Better::more}};
const Registration ring_1024{{"simgrid-ring-1024", "x", 30, ring, Better::more}};
const Registration same_rates{{"simgrid-max-min-rates", "off by", same_rate, rates}};

}  // namespace
}  // namespace headroom::bench
