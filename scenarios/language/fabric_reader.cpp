// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/catalogue/units.hpp"
#include "scenarios/language/readers.hpp"
#include "topologies/cluster.hpp"

namespace headroom::scenarios {
namespace {

using topologies::FabricDescription;
using topologies::FabricKind;
using topologies::Routing;
using topologies::Transport;

constexpr double usual_cable_metres = 10;  // between racks of one row
constexpr double equal_rate = 0.01;        // names of speeds are rounded

// The catalogue's switches of this transport and speed, the smallest first.
std::vector<models::SwitchRecord> switches_of(const models::Catalogue& catalogue,
                                              const FabricDescription& fabric) {
  std::vector<models::SwitchRecord> fitting;
  const bool infiniband = fabric.transport == Transport::infiniband;
  for (const std::string& id : catalogue.list("switch")) {
    const models::Record& facts = catalogue.record("switch", id);
    if (facts.find("ports") == nullptr || facts.find("bytes_per_second") == nullptr)
      continue;  // only announced
    models::SwitchRecord record = catalogue.network_switch(id);
    const double difference = std::abs(record.bytes_per_second - fabric.link_bytes_per_second);
    if (record.infiniband != infiniband || difference > equal_rate * fabric.link_bytes_per_second) continue;
    fitting.push_back(std::move(record));
  }
  std::stable_sort(fitting.begin(), fitting.end(),
                   [](const auto& a, const auto& b) { return a.ports < b.ports; });
  return fitting;
}

bool holds(const FabricDescription& fabric, const topologies::ServerDescription& server, int servers) {
  try {
    const topologies::Cluster cluster(server, servers, fabric);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The smallest switch with which the fabric holds the servers; when none does, the largest (building the
// cluster then says why not).
void choose_ports(const std::vector<models::SwitchRecord>& switches,
                  const topologies::ServerDescription& server, int servers, FabricDescription& fabric) {
  for (const models::SwitchRecord& record : switches) {
    if (fabric.switch_ports == record.ports) continue;
    fabric.switch_ports = record.ports;
    if (holds(fabric, server, servers)) return;
  }
}

double latency_of(const std::vector<models::SwitchRecord>& switches, int ports) {
  double latency = 0;
  for (const models::SwitchRecord& record : switches) {
    if (!record.latency_seconds) continue;
    latency = *record.latency_seconds;
    if (record.ports >= ports) break;
  }
  return latency;
}

void fill_from_catalogue(const Values& values, const models::Catalogue& catalogue,
                         const topologies::ServerDescription& server, int servers,
                         FabricDescription& fabric) {
  const bool ports_given = values.given("cluster.fabric.ports");
  const bool latency_given = values.given("cluster.fabric.switch_latency");
  if (ports_given) fabric.switch_ports = values.whole("cluster.fabric.ports");
  if (latency_given) fabric.switch_latency_seconds = values.number("cluster.fabric.switch_latency");
  if (ports_given && latency_given) return;
  const auto switches = switches_of(catalogue, fabric);
  const std::string speed = models::print_network_bandwidth(fabric.link_bytes_per_second);
  if (!ports_given) {
    if (switches.empty()) {
      throw values.refuse("cluster.fabric.ports",
                          fmt::format("a number of ports (the catalogue has no switch of {} for {})", speed,
                                      values.text("cluster.fabric.transport")),
                          "nothing");
    }
    choose_ports(switches, server, servers, fabric);
  }
  if (latency_given) return;
  fabric.switch_latency_seconds = latency_of(switches, fabric.switch_ports);
  if (fabric.switch_latency_seconds <= 0) {
    throw values.refuse("cluster.fabric.switch_latency",
                        fmt::format("a time (the catalogue knows none for a switch of {})", speed),
                        "nothing");
  }
}

}  // namespace

FabricDescription read_fabric(const Values& values, const models::Catalogue& catalogue,
                              const topologies::ServerDescription& server, int servers) {
  FabricDescription fabric;
  fabric.kind = values.choice<FabricKind>("cluster.fabric.kind");
  fabric.transport = values.choice<Transport>("cluster.fabric.transport");
  if (fabric.kind == FabricKind::none) {
    if (servers == 1) return fabric;
    throw values.refuse("cluster.fabric.kind", fmt::format("a fabric that joins {} servers", servers),
                        "none");
  }
  if (server.nics == 0) throw values.refuse("cluster.nics", "1 or more (there is a fabric)", "0");
  fabric.routing = fabric.transport == Transport::infiniband ? Routing::adaptive : Routing::hash;
  if (values.given("cluster.fabric.routing"))
    fabric.routing = values.choice<Routing>("cluster.fabric.routing");
  fabric.hash_seed = static_cast<std::uint64_t>(values.number("seed"));
  fabric.link_bytes_per_second = values.if_given("cluster.fabric.link").value_or(server.nic_bytes_per_second);
  fabric.oversubscription = values.number("cluster.fabric.oversubscription");
  fabric.cable_latency_seconds =
      values.if_given("cluster.fabric.cable_latency")
          .value_or(usual_cable_metres * catalogue.number("link", "fibre", "seconds_per_metre"));
  fill_from_catalogue(values, catalogue, server, servers, fabric);
  return fabric;
}

std::string fabric_name(const FabricDescription& fabric) {
  static constexpr std::array<const char*, 7> kinds = {"no fabric",       "single switch",   "leaf-spine",
                                                       "2-tier fat tree", "3-tier fat tree", "rail-optimised",
                                                       "rail-only"};
  static constexpr std::array<const char*, 4> transports = {"Ethernet with TCP", "Ethernet with RoCE",
                                                            "InfiniBand", "Ethernet with EFA"};
  const std::string kind = kinds[static_cast<std::size_t>(fabric.kind)];
  if (fabric.kind == FabricKind::none) return kind;
  const bool tiers = fabric.kind != FabricKind::single_switch && fabric.kind != FabricKind::rail_only;
  const std::string blocking = fabric.oversubscription > 1
                                   ? fmt::format("{:g}:1 oversubscribed ", fabric.oversubscription)
                                   : "non-blocking ";
  return fmt::format("{}{}, {} {}", tiers ? blocking : "", kind,
                     models::print_network_bandwidth(fabric.link_bytes_per_second),
                     transports[static_cast<std::size_t>(fabric.transport)]);
}

}  // namespace headroom::scenarios
