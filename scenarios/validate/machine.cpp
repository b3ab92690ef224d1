// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenarios/validate/server.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using topologies::FabricDescription;
using topologies::FabricKind;
using topologies::ServerDescription;
using topologies::Transport;

constexpr double bytes_per_second_of_gbit = 1e9 / 8;
// Sources rarely name their switches: one of 64 ports where it suffices, else a non-blocking tree of them.
constexpr int usual_switch_ports = 64;
constexpr double usual_switch_seconds =
    3e-7;  // recall: 130 ns (InfiniBand) to 600 ns (Ethernet), port to port
constexpr double usual_cable_seconds = 5e-8;  // 10 m at 5 ns/m

struct NetworkKind {
  const char* name;
  Transport transport;
  const char* taken_as;  // empty: it is that
};
constexpr auto network_kinds = std::to_array<NetworkKind>({
    {"tcp", Transport::tcp, ""},
    {"roce", Transport::roce, ""},
    {"infiniband", Transport::infiniband, ""},
    {"efa", Transport::efa, ""},
    {"omnipath", Transport::infiniband, "Omni-Path taken as InfiniBand"},
    {"unknown", Transport::infiniband, "network not stated: InfiniBand"},
});

const NetworkKind& network_kind(const std::string& name) {
  for (const NetworkKind& kind : network_kinds) {
    if (kind.name == name) return kind;
  }
  throw bad_input(fmt::format("machine.network.kind: Headroom has no network of kind \"{}\"", name));
}

void set_nics(const MachineFacts& facts, Machine& machine) {
  ServerDescription& server = machine.server;
  if (facts.ports_per_server && *facts.ports_per_server > 0) {
    server.nics = *facts.ports_per_server;
  } else {
    machine.assumptions.push_back(fmt::format("ports not stated: {} per server", server.nics));
  }
  if (facts.gbit_per_port && *facts.gbit_per_port > 0) {
    server.nic_bytes_per_second = *facts.gbit_per_port * bytes_per_second_of_gbit;
  } else {
    machine.assumptions.push_back(fmt::format("port rate not stated: {:.4g} Gbit/s",
                                              server.nic_bytes_per_second / bytes_per_second_of_gbit));
  }
  if (server.nics < 1 || server.nic_bytes_per_second <= 0) {
    throw bad_input("machine.network: expected the ports of a server and their rate, found neither");
  }
}

void set_network(const MachineFacts& facts, Machine& machine) {
  if (facts.servers == 1) return;
  const NetworkKind& kind = network_kind(facts.network);
  if (*kind.taken_as != '\0') machine.assumptions.emplace_back(kind.taken_as);
  set_nics(facts, machine);
  ServerDescription& server = machine.server;
  const bool possible = machine.accelerator.peer_to_peer && facts.gpudirect.value_or(true);
  server.gpudirect = possible && (kind.transport != Transport::tcp || facts.gpudirect.value_or(false));
  FabricDescription& fabric = machine.fabric;
  const bool one_switch = facts.servers <= usual_switch_ports / server.nics;
  fabric.kind = one_switch ? FabricKind::single_switch : FabricKind::fat_tree_3;
  fabric.transport = kind.transport;
  fabric.link_bytes_per_second = server.nic_bytes_per_second;
  fabric.switch_ports = usual_switch_ports;
  fabric.switch_latency_seconds = usual_switch_seconds;
  fabric.cable_latency_seconds = usual_cable_seconds;
}

}  // namespace

Machine build_machine(const MachineFacts& facts, const models::Catalogue& catalogue) {
  Machine machine;
  machine.accelerator = catalogue.accelerator(facts.accelerator);
  machine.servers = facts.servers;
  machine.per_server = facts.per_server;
  if (facts.server_size < facts.per_server) {
    throw bad_input(fmt::format("machine: {} accelerators used in a server that holds {}", facts.per_server,
                                facts.server_size));
  }
  machine.server = build_server(facts, machine.accelerator, catalogue, machine.assumptions);
  set_network(facts, machine);
  return machine;
}

void remove_unused(Machine& machine) {
  ServerDescription& server = machine.server;
  const int used = machine.per_server;
  if (used == server.accelerators) return;
  server.nics = std::max(std::min(server.nics, 1), server.nics * used / server.accelerators);
  server.accelerators = used;
  if (used == 1) server.scale_up = topologies::ScaleUp::none;  // a mesh of one has no links
  std::erase_if(server.mesh_links, [&](const auto& link) { return link.a >= used || link.b >= used; });
}

}  // namespace headroom::scenarios::validation
