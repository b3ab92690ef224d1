// SPDX-License-Identifier: Apache-2.0
#include "sim/dependencies.hpp"

namespace headroom::sim {

// Counting sort by prerequisite: first[p] counts, then points at the end of p's successors, and sinks to
// their begin as they are filled in backwards (which keeps them in the order of the edges).
Dependencies::Dependencies(const Program& program)
    : first(program.operation_count() + 1),
      successors(program.edges().size()),
      awaited(program.operation_count()) {
  const auto edges = program.edges();
  for (const Program::Edge& edge : edges) {
    ++first[edge.prerequisite.value];
    ++awaited[edge.operation.value];
  }
  std::uint32_t total = 0;
  for (std::uint32_t& count : first) {
    count = total += count;
  }
  for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
    successors[--first[edge->prerequisite.value]] = edge->operation.value;
  }
  for (std::size_t i = 0; i < awaited.size(); ++i) {
    awaited[i] += program.operation(OperationId(i)).participants_missing;
  }
}

}  // namespace headroom::sim
