// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

namespace {

struct Run {
  int server;
  std::size_t begin, end;  // in the group
};

std::vector<Run> runs_of(const topologies::Cluster& cluster, std::span<const int> group) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const int server = cluster.server_of(group[i]);
    if (runs.empty() || runs.back().server != server) runs.push_back({server, i, i});
    runs.back().end = i + 1;
  }
  return runs;
}

// Brings the runs of one server together, at the place of the first.
void gather(std::vector<Run>& runs) {
  const auto not_ascending = [](const Run& a, const Run& b) { return a.server >= b.server; };
  if (std::adjacent_find(runs.begin(), runs.end(), not_ascending) == runs.end()) return;
  std::vector<std::size_t> by_server(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) by_server[i] = i;
  std::stable_sort(by_server.begin(), by_server.end(),
                   [&](std::size_t a, std::size_t b) { return runs[a].server < runs[b].server; });
  std::vector<std::size_t> first(runs.size());
  bool split = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool again = i > 0 && runs[by_server[i]].server == runs[by_server[i - 1]].server;
    first[by_server[i]] = again ? first[by_server[i - 1]] : by_server[i];
    split = split || again;
  }
  if (!split) return;
  std::vector<std::size_t> order(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return first[a] < first[b]; });
  std::vector<Run> gathered;
  for (std::size_t i : order) gathered.push_back(runs[i]);
  runs = std::move(gathered);
}

}  // namespace

std::size_t Placement::most_per_server() const {
  std::size_t most = 0;
  for (std::size_t s = 0; s < servers(); ++s) most = std::max(most, on(s).size());
  return most;
}

Placement place(const topologies::Cluster& cluster, std::span<const int> group) {
  std::vector<Run> runs = runs_of(cluster, group);
  gather(runs);
  Placement p;
  p.ranks.reserve(group.size());
  int server = -1;
  for (const Run& run : runs) {
    if (run.server != server) p.first_rank.push_back(p.ranks.size());
    server = run.server;
    for (std::size_t i = run.begin; i < run.end; ++i) p.ranks.push_back(group[i]);
  }
  p.first_rank.push_back(p.ranks.size());
  return p;
}

}  // namespace headroom::models::nccl
