// SPDX-License-Identifier: Apache-2.0
#include "models/training/alike.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace headroom::models {
namespace {

using topologies::Cluster;

// Paths inside server 0, from it to server 1, and back.
enum Direction : std::size_t { inside, out, in, directions };

// A link without its place: with the paths that cross it.
struct Crossing {
  topologies::Link link;
  std::array<int, directions> paths;
  bool operator==(const Crossing& other) const {
    return link.kind == other.link.kind && link.bytes_per_second == other.link.bytes_per_second &&
           link.latency_seconds == other.link.latency_seconds && paths == other.paths;
  }
};
using Path = std::vector<Crossing>;

class Paths {
 public:
  explicit Paths(const Cluster& cluster)
      : cluster_(cluster),
        size_(cluster.server().accelerators),
        used_(cluster.servers() > 1 ? directions : out) {
    std::vector<std::vector<topologies::Hop>> hops;
    std::map<topologies::LinkId, std::array<int, directions>> uses;
    for (std::size_t d = inside; d < used_; ++d)
      for (int a = 0; a < size_; ++a)
        for (int b = 0; b < size_; ++b) {
          hops.push_back(hops_between(static_cast<Direction>(d), a, b));
          for (const topologies::Hop& hop : hops.back()) ++uses[hop.link][d];
        }
    for (const auto& path : hops) {
      paths_.emplace_back();
      for (const topologies::Hop& hop : path)
        paths_.back().push_back({cluster_.link(hop.link), uses.at(hop.link)});
    }
  }

  [[nodiscard]] bool unchanged_by_exchange_of(int neighbours) const {
    return all_like([=](int a, int b) { return std::pair{a ^ neighbours, b ^ neighbours}; });
  }
  [[nodiscard]] bool all_the_same() const {
    return all_like([](int a, int b) { return std::pair{0, a == b ? 0 : 1}; });
  }

 private:
  std::vector<topologies::Hop> hops_between(Direction direction, int a, int b) const {
    std::vector<topologies::Hop> hops;
    // Without a switch between rails only accelerators on the same rail meet.
    if (direction != inside && a != b && cluster_.fabric().kind == topologies::FabricKind::rail_only)
      return hops;
    cluster_.path(direction == in ? a + size_ : a, direction == out ? b + size_ : b, 0, hops);
    return hops;
  }
  [[nodiscard]] const Path& at(std::size_t direction, int a, int b) const {
    const auto size = static_cast<std::size_t>(size_);
    return paths_[(direction * size + static_cast<std::size_t>(a)) * size + static_cast<std::size_t>(b)];
  }
  // Each path like the one between the accelerators that `other` names.
  template <class Other>
  [[nodiscard]] bool all_like(const Other& other) const {
    for (std::size_t d = inside; d < used_; ++d)
      for (int a = 0; a < size_; ++a)
        for (int b = 0; b < size_; ++b)
          if (const auto [x, y] = other(a, b); at(d, a, b) != at(d, x, y)) return false;
    return true;
  }

  const Cluster& cluster_;
  int size_;
  std::size_t used_;  // directions
  std::vector<Path> paths_;
};

// PCIe switches or NICs that more than one accelerator has, but not all.
bool some_share(const Cluster& cluster) {
  const topologies::ServerDescription& server = cluster.server();
  const auto between = [&](int n) { return n > 1 && n < server.accelerators; };
  return between(server.accelerators_per_pcie_switch) || (cluster.servers() > 1 && between(server.nics));
}

}  // namespace

bool accelerators_are_alike(const Cluster& cluster) {
  const int size = cluster.server().accelerators;
  if (size == 1) return true;
  const bool power_of_two = (size & (size - 1)) == 0;
  if (!power_of_two && some_share(cluster)) return false;
  const Paths paths(cluster);
  if (!power_of_two) return paths.all_the_same();
  for (int neighbours = 1; neighbours < size; neighbours *= 2)
    if (!paths.unchanged_by_exchange_of(neighbours)) return false;
  return true;
}

}  // namespace headroom::models
