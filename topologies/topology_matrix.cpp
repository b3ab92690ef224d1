// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "topologies/describe.hpp"
#include "topologies/placement.hpp"

namespace headroom::topologies {
namespace {

struct Part {
  bool accelerator;
  int index;
  Place place;
  [[nodiscard]] std::string name() const { return fmt::format("{}{}", accelerator ? "GPU" : "NIC", index); }
};

std::vector<Part> parts_of(const ServerDescription& server) {
  std::vector<Part> parts;
  for (int a = 0; a < server.accelerators; ++a) parts.push_back({true, a, place_of_accelerator(server, a)});
  for (int n = 0; n < server.nics; ++n) parts.push_back({false, n, place_of_nic(server, n)});
  return parts;
}

// The share of an accelerator's scale-up bandwidth that joins the pair.
double scale_up_share(const ServerDescription& server, int a, int b) {
  if (server.scale_up == ScaleUp::full_mesh) return 1.0 / (server.accelerators - 1);
  if (server.scale_up != ScaleUp::mesh) return 1;
  for (const MeshLink& m : server.mesh_links) {
    if (std::minmax(m.a, m.b) == std::minmax(a, b))
      return m.bytes_per_second / server.scale_up_bytes_per_second;
  }
  return 0;
}

std::string scale_up_word(const ServerDescription& server, int a, int b) {
  const double links = server.scale_up_links * scale_up_share(server, a, b);
  return std::isfinite(links) && links > 0 ? fmt::format("NV{}", std::lround(links)) : "NV";
}

std::string word(const Cluster& cluster, const Part& a, const Part& b) {
  if (a.accelerator && b.accelerator) {
    if (a.index == b.index) return "X";
    if (cluster.same_scale_up_domain(a.index, b.index))
      return scale_up_word(cluster.server(), a.index, b.index);
  } else if (a.accelerator == b.accelerator && a.index == b.index) {
    return "X";
  }
  if (a.place.pcie_switch != Place::none && a.place.pcie_switch == b.place.pcie_switch) return "PIX";
  return a.place.socket == b.place.socket ? "NODE" : "SYS";
}

}  // namespace

std::string topology_matrix(const Cluster& cluster) {
  const auto parts = parts_of(cluster.server());
  std::string text = fmt::format("{:<7}", "");
  for (const Part& column : parts) text += fmt::format("{:<6}", column.name());
  text += "\n";
  for (const Part& row : parts) {
    text += fmt::format("{:<7}", row.name());
    for (const Part& column : parts) text += fmt::format("{:<6}", word(cluster, row, column));
    text += "\n";
  }
  return text;
}

}  // namespace headroom::topologies
