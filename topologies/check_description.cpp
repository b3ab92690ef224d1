// SPDX-License-Identifier: Apache-2.0
#include "topologies/check_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "sim/error.hpp"

namespace headroom::topologies {
namespace {

// Far beyond what is built; a slip of the keyboard is refused before it fills the memory (routes inside a
// server are kept for every pair).
constexpr int most_in_a_server = 1024;
constexpr int most_switch_ports = 4096;

// Checks the fields of one description; its errors begin with the description's name.
class Fields {
 public:
  explicit Fields(std::string owner) : owner_(std::move(owner)) {}

  void at_least(const char* field, int value, int least) const {
    if (value < least) refuse(fmt::format("{} must be at least {}, found {}", field, least, value));
  }
  void within(const char* field, int value, int least, int most) const {
    if (value < least || value > most) {
      refuse(fmt::format("{} must be {} to {}, found {}", field, least, most, value));
    }
  }
  void at_least(const char* field, double value, double least) const {
    if (!std::isfinite(value) || value < least) {
      refuse(fmt::format("{} must be at least {}, found {}", field, least, value));
    }
  }
  void positive(const char* field, double value) const {
    if (!std::isfinite(value) || value <= 0)
      refuse(fmt::format("{} must be positive, found {}", field, value));
  }
  [[noreturn]] void refuse(const std::string& text) const { throw bad_input(owner_ + ": " + text); }

 private:
  std::string owner_;
};

void check_mesh(const Fields& fields, const ServerDescription& server) {
  if (server.mesh_links.empty()) fields.refuse("scale_up is a mesh, but mesh_links is empty");
  std::set<std::pair<int, int>> pairs;
  for (const MeshLink& m : server.mesh_links) {
    const auto [low, high] = std::minmax(m.a, m.b);
    if (low < 0 || high >= server.accelerators || low == high) {
      fields.refuse(fmt::format("mesh link {}-{} must join two of the accelerators 0 to {}", m.a, m.b,
                                server.accelerators - 1));
    }
    if (!pairs.emplace(low, high).second) {
      fields.refuse(fmt::format("mesh link {}-{} is listed twice: give the sum of its bandwidths", m.a, m.b));
    }
    fields.positive("bytes_per_second of a mesh link", m.bytes_per_second);
  }
}

void check_scale_up(const Fields& fields, const ServerDescription& server) {
  if (server.scale_up == ScaleUp::none) return;
  fields.at_least("scale_up_latency_seconds", server.scale_up_latency_seconds, 0.0);
  fields.at_least("scale_up_links", server.scale_up_links, 0);
  if (server.scale_up == ScaleUp::mesh) return check_mesh(fields, server);
  fields.positive("scale_up_bytes_per_second", server.scale_up_bytes_per_second);
}

}  // namespace

void check(const ServerDescription& server) {
  const Fields fields("server " + (server.name.empty() ? "without a name" : server.name));
  fields.within("accelerators", server.accelerators, 1, most_in_a_server);
  fields.within("sockets", server.sockets, 1, most_in_a_server);
  fields.at_least("accelerators_per_pcie_switch", server.accelerators_per_pcie_switch, 0);
  fields.positive("pcie_bytes_per_second", server.pcie_bytes_per_second);
  fields.at_least("pcie_latency_seconds", server.pcie_latency_seconds, 0.0);
  if (server.sockets > 1) {
    fields.positive("socket_bytes_per_second", server.socket_bytes_per_second);
    fields.at_least("socket_latency_seconds", server.socket_latency_seconds, 0.0);
  }
  fields.positive("host_memory_bytes_per_second", server.host_memory_bytes_per_second);
  fields.within("nics", server.nics, 0, most_in_a_server);
  if (server.nics > 0) fields.positive("nic_bytes_per_second", server.nic_bytes_per_second);
  check_scale_up(fields, server);
}

void check(const FabricDescription& fabric) {
  if (fabric.kind == FabricKind::none) return;
  const Fields fields(fmt::format("fabric {}", to_string(fabric.kind)));
  fields.positive("link_bytes_per_second", fabric.link_bytes_per_second);
  fields.within("switch_ports", fabric.switch_ports, 2, most_switch_ports);
  fields.at_least("switch_latency_seconds", fabric.switch_latency_seconds, 0.0);
  fields.at_least("cable_latency_seconds", fabric.cable_latency_seconds, 0.0);
  fields.at_least("oversubscription", fabric.oversubscription, 1.0);
  fields.at_least("spines", fabric.spines, 0);
  const bool one_tier = fabric.kind == FabricKind::single_switch || fabric.kind == FabricKind::rail_only;
  if (one_tier && fabric.spines > 0) {
    fields.refuse(fmt::format("has no spines, but spines = {} was given", fabric.spines));
  }
  if (!one_tier && fabric.switch_ports % 2 != 0) {
    fields.refuse(fmt::format("switch_ports must be even to divide into down and up, found {}: use {} or {}",
                              fabric.switch_ports, fabric.switch_ports - 1, fabric.switch_ports + 1));
  }
}

void check(const ServerDescription& server, int servers, const FabricDescription& fabric) {
  check(server);
  check(fabric);
  if (servers < 1) throw bad_input(fmt::format("a cluster has at least 1 server, found {}", servers));
  if (servers == 1) return;
  if (fabric.kind == FabricKind::none) {
    throw bad_input(fmt::format("{} servers need a fabric that joins them, found none", servers));
  }
  if (server.nics == 0) {
    throw bad_input(
        fmt::format("{} servers need NICs to reach each other, but {} has none", servers, server.name));
  }
}

}  // namespace headroom::topologies
