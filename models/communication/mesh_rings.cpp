// SPDX-License-Identifier: Apache-2.0
// Rings over the direct links of a server (DGX-1 cube mesh, xGMI full mesh), as NCCL's graph search finds
// them: ring after ring through all ranks, each taking one unit of bandwidth from the links that it uses,
// until none is left.
#include <algorithm>
#include <numeric>

#include "models/communication/schedule.hpp"

namespace headroom::models::nccl {

namespace {

using topologies::ScaleUp;
using topologies::ServerDescription;

// Bandwidth left between ranks, in units of the slowest link.
struct Residual {
  std::size_t n = 0;
  std::vector<int> units;
  int& at(std::size_t a, std::size_t b) { return units[a * n + b]; }
};

Residual residual(const ServerDescription& server, std::span<const int> ranks, int per_server) {
  double unit = server.mesh_links.empty() ? 0 : server.mesh_links.front().bytes_per_second;
  for (const auto& link : server.mesh_links) unit = std::min(unit, link.bytes_per_second);
  Residual r{ranks.size(), std::vector<int>(ranks.size() * ranks.size(), 0)};
  const auto position = [&](int local) {
    const auto found =
        std::find_if(ranks.begin(), ranks.end(), [&](int a) { return a % per_server == local; });
    return static_cast<std::size_t>(found - ranks.begin());
  };
  for (const auto& link : server.mesh_links) {
    const std::size_t a = position(link.a), b = position(link.b);
    if (a == r.n || b == r.n) continue;
    const int units = static_cast<int>(link.bytes_per_second / unit + 0.5);
    r.at(a, b) += units;
    r.at(b, a) += units;
  }
  return r;
}

// Depth-first search for a cycle through all ranks over links with bandwidth left, widest link first.
bool extend(Residual& r, std::vector<std::size_t>& ring, std::vector<char>& visited) {
  const std::size_t here = ring.back();
  if (ring.size() == r.n) return r.at(here, ring.front()) > 0;
  std::vector<std::size_t> next;
  for (std::size_t b = 0; b < r.n; ++b) {
    if (visited[b] == 0 && r.at(here, b) > 0) next.push_back(b);
  }
  std::stable_sort(next.begin(), next.end(),
                   [&](std::size_t a, std::size_t b) { return r.at(here, a) > r.at(here, b); });
  for (std::size_t b : next) {
    ring.push_back(b);
    visited[b] = 1;
    if (extend(r, ring, visited)) return true;
    visited[b] = 0;
    ring.pop_back();
  }
  return false;
}

bool find_ring(Residual& r, std::vector<std::size_t>& ring) {
  ring.assign(1, 0);
  std::vector<char> visited(r.n, 0);
  visited[0] = 1;
  return extend(r, ring, visited);
}

// How often each link is used, summed over as many rings as are found one after the other.
std::vector<int> use_by_rings(Residual r) {
  std::vector<int> used(r.n * r.n, 0);
  std::vector<std::size_t> ring;
  while (find_ring(r, ring)) {
    for (std::size_t i = 0; i < r.n; ++i) {
      const std::size_t a = ring[i], b = ring[(i + 1) % r.n];
      --r.at(a, b);
      ++used[a * r.n + b];
    }
  }
  return used;
}

int degree(Residual& r, std::size_t a) {
  int sum = 0;
  for (std::size_t b = 0; b < r.n; ++b) sum += r.at(a, b);
  return sum;
}

// Where all ranks have equally many links, the links split into rings with none left over, as those of the
// cube mesh do. (One after the other finds 5 of its 6 rings only.)
bool splits_evenly(Residual& r) {
  std::vector<std::size_t> ring;
  for (std::size_t a = 1; a < r.n; ++a) {
    if (degree(r, a) != degree(r, 0)) return false;
  }
  return find_ring(r, ring);
}

// Between all pairs alike: the complete graph splits into n - 1 rings, every edge in one of them (Tillson, J.
// Comb. Theory B 1980; n = 4 and 6 are exceptions, where one link in n - 1 stays idle, which we neglect).
std::vector<Flow> complete_graph(std::span<const int> ranks) {
  std::vector<Flow> edges;
  const double share = 1.0 / static_cast<double>(ranks.size() - 1);
  for (int a : ranks) {
    for (int b : ranks) {
      if (a != b) edges.push_back({a, b, share});
    }
  }
  return edges;
}

}  // namespace

std::vector<Flow> mesh_ring_edges(const ServerDescription& server, std::span<const int> ranks,
                                  int per_server) {
  if (server.scale_up == ScaleUp::full_mesh) return complete_graph(ranks);
  Residual r = residual(server, ranks, per_server);
  const std::vector<int> used = splits_evenly(r) ? r.units : use_by_rings(r);
  const int rings = std::accumulate(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(r.n), 0);
  std::vector<Flow> edges;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) continue;
    edges.push_back({ranks[i / r.n], ranks[i % r.n], static_cast<double>(used[i]) / rings});
  }
  return edges;
}

}  // namespace headroom::models::nccl
