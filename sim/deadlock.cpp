// SPDX-License-Identifier: Apache-2.0
#include "sim/deadlock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

namespace headroom::sim {

namespace {

constexpr std::size_t most_named = 4;  // a line that can be read; the rest is counted

std::string name(const Program& program, OperationId id) {
  const Program::Operation& operation = program.operation(id);
  const std::string& label = program.label(operation.label).text;
  return operation.stream.is_none() ? fmt::format("\"{}\" (operation {}, on no stream)", label, id.value)
                                    : fmt::format("\"{}\" (operation {}, stream \"{}\")", label, id.value,
                                                  program.stream_name(operation.stream));
}

std::string missing_participants(const Program& program, std::span<const Ticks> finish) {
  std::string text;
  std::size_t found = 0;
  for (std::size_t i = 0; i < finish.size(); ++i) {
    const OperationId id(i);
    const std::uint32_t missing = program.operation(id).participants_missing;
    if (finish[i] == never && missing > 0 && ++found <= most_named) {
      text +=
          fmt::format("; {} misses {} participant{}", name(program, id), missing, missing == 1 ? "" : "s");
    }
  }
  if (found > most_named) {
    text += fmt::format("; {} more miss participants", found - most_named);
  }
  return text;
}

// By operation: one unfinished prerequisite, if it has any.
std::vector<OperationId> one_awaited(const Program& program, std::span<const Ticks> finish) {
  std::vector<OperationId> awaited(finish.size());
  for (const Program::Edge& edge : program.edges()) {
    if (finish[edge.prerequisite.value] == never) {
      awaited[edge.operation.value] = edge.prerequisite;
    }
  }
  return awaited;
}

// Follows what each operation waits for until it comes back to where it has been in the same walk.
std::vector<OperationId> find_cycle(const std::vector<OperationId>& awaited) {
  std::vector<std::size_t> walk_of(awaited.size(), awaited.size());
  for (std::size_t start = 0; start < awaited.size(); ++start) {
    OperationId at(start);
    while (!at.is_none() && walk_of[at.value] == awaited.size()) {
      walk_of[at.value] = start;
      at = awaited[at.value];
    }
    if (!at.is_none() && walk_of[at.value] == start) {
      std::vector<OperationId> cycle{at};
      for (OperationId next = awaited[at.value]; next != at; next = awaited[next.value]) {
        cycle.push_back(next);
      }
      return cycle;
    }
  }
  return {};
}

std::string cycle_text(const Program& program, const std::vector<OperationId>& cycle) {
  if (cycle.empty()) {
    return {};
  }
  std::string text = "; cycle: " + name(program, cycle.front());
  for (std::size_t i = 1; i < std::min(cycle.size(), most_named); ++i) {
    text += " waits for " + name(program, cycle[i]);
  }
  if (cycle.size() > most_named) {
    text += fmt::format(" waits for {} more", cycle.size() - most_named);
  }
  return text + " waits for the first";
}

}  // namespace

Error deadlock(const Program& program, std::span<const Ticks> finish) {
  const auto blocked = std::count(finish.begin(), finish.end(), never);
  return internal(fmt::format("deadlock: {} of {} operations can never start{}{}", blocked, finish.size(),
                              missing_participants(program, finish),
                              cycle_text(program, find_cycle(one_awaited(program, finish)))));
}

}  // namespace headroom::sim
