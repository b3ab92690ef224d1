// SPDX-License-Identifier: Apache-2.0
#include "tests/models/communication/truth_machines.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "tests/models/communication/clusters.hpp"

namespace headroom::tests {

namespace {

using Json = nlohmann::json;
using models::Collective;
using topologies::Cluster;
using topologies::FabricDescription;
using topologies::FabricKind;
using topologies::ScaleUp;
using topologies::ServerDescription;
using topologies::Transport;

constexpr double gigabit = gigabyte / 8;

std::optional<Collective> collective_of(const std::string& op) {
  static const std::map<std::string, Collective> known{
      {"all_reduce", Collective::all_reduce},         {"all_gather", Collective::all_gather},
      {"reduce_scatter", Collective::reduce_scatter}, {"alltoall", Collective::all_to_all},
      {"broadcast", Collective::broadcast},           {"sendrecv", Collective::send_receive}};
  const auto found = known.find(op);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

std::string architecture_of(const std::string& accelerator) {
  static const std::vector<std::pair<std::string, std::string>> by_prefix{
      {"p100", "Pascal"},    {"v100", "Volta"},      {"t4", "Turing"},       {"rtx2080", "Turing"},
      {"a100", "Ampere"},    {"a40", "Ampere"},      {"rtx3090", "Ampere"},  {"l40", "Ada"},
      {"rtx40", "Ada"},      {"h100", "Hopper"},     {"h200", "Hopper"},     {"b200", "Blackwell"},
      {"b300", "Blackwell"}, {"gb200", "Blackwell"}, {"gb300", "Blackwell"}, {"rtx_pro_6000", "Blackwell"},
      {"mi300", "CDNA3"},    {"mi325", "CDNA3"},     {"mi355", "CDNA4"}};
  for (const auto& [prefix, name] : by_prefix) {
    if (accelerator.rfind(prefix, 0) == 0) return name;
  }
  return "";
}

// Bytes/s of one direction.
std::optional<double> link_bandwidth(const Json& generation) {
  static const std::map<std::string, double> known{{"nvlink2", 150}, {"nvlink3", 300},    {"nvlink4", 450},
                                                   {"nvlink5", 900}, {"xgmi_mi300", 448}, {"xgmi_mi355", 535},
                                                   {"pcie3", 15.75}, {"pcie4", 31.5},     {"pcie5", 63}};
  if (!generation.is_string()) return std::nullopt;
  const auto found = known.find(generation.get<std::string>());
  return found == known.end() ? std::nullopt : std::optional(found->second * gigabyte);
}

double pcie_bandwidth(const std::string& architecture) {
  if (architecture == "Pascal" || architecture == "Volta" || architecture == "Turing")
    return 15.75 * gigabyte;
  if (architecture == "Ampere" || architecture == "Ada") return 31.5 * gigabyte;
  return 63 * gigabyte;
}

// PCIe of one generation with the sockets of its time: about 10 GB/s of peer traffic between Broadwells, 30
// between Rome or Ice Lake, 38 between Sapphire Rapids.
void set_generation(ServerDescription& s, double pcie) {
  s.pcie_bytes_per_second = pcie;
  s.socket_bytes_per_second = (pcie > 32 * gigabyte ? 38 : pcie > 16 * gigabyte ? 30 : 10) * gigabyte;
  s.host_memory_bytes_per_second = 5 * pcie;
}

ServerDescription host(const std::string& architecture, int accelerators) {
  ServerDescription s;
  s.name = architecture;
  s.accelerators = accelerators;
  s.accelerators_per_pcie_switch = accelerators % 2 == 0 ? 2 : 1;
  s.sockets = accelerators > 2 ? 2 : 1;
  s.pcie_latency_seconds = 3e-7;
  s.socket_latency_seconds = 3e-7;
  set_generation(s, pcie_bandwidth(architecture));
  return s;
}

bool without_peer_to_peer(const Json& record) {
  const std::string intra = record.at("hardware").at("intra").get<std::string>();
  for (const char* words : {"no P2P", "P2P disabled", "host path", "no P2P fabric"}) {
    if (intra.find(words) != std::string::npos) return true;
  }
  return false;
}

std::optional<ServerDescription> server_of(const Json& record, const std::string& architecture) {
  const Json& scale_up = record.at("machine").at("scale_up");
  const std::string kind = scale_up.at("kind").get<std::string>();
  const int per_server =
      record.at("machine").at("count").get<int>() / record.at("machine").at("nodes").get<int>();
  const auto bandwidth = link_bandwidth(scale_up.at("generation"));
  if (kind == "none" || kind == "pcie") {
    ServerDescription s = host(architecture, std::max(per_server, 1));
    if (bandwidth) set_generation(s, *bandwidth);
    s.pcie_peer_to_peer = !without_peer_to_peer(record);
    return s;
  }
  if (!bandwidth) return std::nullopt;
  ServerDescription s = host(architecture, std::max(scale_up.at("domain").get<int>(), per_server));
  s.scale_up_bytes_per_second = *bandwidth;
  s.scale_up_latency_seconds = 5e-7;
  if (kind == "nvswitch" || kind == "nvl_domain") {
    s.scale_up = ScaleUp::switched;
  } else if (kind == "xgmi") {
    s.scale_up = ScaleUp::full_mesh;
  } else if (kind == "nvlink_mesh" && s.accelerators == 8) {
    s.scale_up = ScaleUp::mesh;
    s.mesh_links = cube_mesh_server().mesh_links;
  } else {
    return std::nullopt;
  }
  return s;
}

// Sets the NICs; nothing for one server.
std::optional<FabricDescription> fabric_of(const Json& record, int servers, ServerDescription& server) {
  FabricDescription f;
  if (servers == 1) return f;
  static const std::map<std::string, Transport> known{
      {"tcp", Transport::tcp}, {"roce", Transport::roce}, {"infiniband", Transport::infiniband}};
  const Json& network = record.at("machine").at("network");
  const auto transport = known.find(network.at("kind").get<std::string>());
  if (transport == known.end() || network.at("ports_per_server").is_null() ||
      network.at("gbit_per_port").is_null()) {
    return std::nullopt;
  }
  server.nics = network.at("ports_per_server").get<int>();
  server.nic_bytes_per_second = network.at("gbit_per_port").get<double>() * gigabit;
  const bool plain_tcp = transport->second == Transport::tcp && record.at("gpudirect") != "on";
  server.gpudirect = record.at("gpudirect") != "off" && !plain_tcp;
  // The sources do not name the switches: one of 64 ports if it suffices, else a tree of them.
  constexpr int radix = 64;
  f.kind = servers * server.nics <= radix ? FabricKind::single_switch : FabricKind::fat_tree_3;
  f.transport = transport->second;
  f.link_bytes_per_second = server.nic_bytes_per_second;
  f.switch_ports = radix;
  f.switch_latency_seconds = 3e-7;
  f.cable_latency_seconds = 5e-8;
  return f;
}

std::vector<MeasuredPoint> points_of(const Json& record) {
  std::vector<MeasuredPoint> points;
  std::vector<double> spikes;
  if (record.contains("summary") && record.at("summary").contains("outlier_bytes")) {
    for (const Json& b : record.at("summary").at("outlier_bytes")) spikes.push_back(b.get<double>());
  }
  for (const Json& p : record.at("points")) {
    if (!p.contains("bytes") || !p.contains("time_us") || !p.at("time_us").is_number()) continue;
    const double bytes = p.at("bytes").get<double>();
    if (bytes <= 0 || p.at("time_us").get<double>() <= 0) continue;
    if (std::find(spikes.begin(), spikes.end(), bytes) != spikes.end()) continue;
    points.push_back({bytes, p.at("time_us").get<double>() * 1e-6});
  }
  return points;
}

std::vector<int> ranks_of(const Json& machine, int servers, int accelerators) {
  const int per_server = machine.at("count").get<int>() / servers;
  std::vector<int> ranks;
  for (int s = 0; s < servers; ++s) {
    for (int i = 0; i < per_server; ++i) ranks.push_back(s * accelerators + i);
  }
  return ranks;
}

std::optional<MeasuredCollective> measured(const Json& record) {
  const Json& machine = record.at("machine");
  const std::string library = record.at("software_generation").at("library").get<std::string>();
  if ((library != "nccl" && library != "rccl") || record.at("launch") == "graph") return std::nullopt;
  const auto collective = collective_of(record.at("op").get<std::string>());
  if (!collective || !machine.at("count").is_number() || !machine.at("accelerator").is_string())
    return std::nullopt;
  MeasuredCollective m;
  m.architecture = architecture_of(machine.at("accelerator").get<std::string>());
  if (m.architecture.empty()) return std::nullopt;
  const bool rack = machine.at("scale_up").at("kind") == "nvl_domain";
  if (rack && machine.at("count") > machine.at("scale_up").at("domain")) return std::nullopt;
  const int servers = rack ? 1 : machine.at("nodes").get<int>();
  auto server = server_of(record, m.architecture);
  if (!server) return std::nullopt;
  const auto fabric = fabric_of(record, servers, *server);
  if (!fabric) return std::nullopt;
  m.id = record.at("id").get<std::string>();
  m.source = record.at("source").at("where").get<std::string>();
  m.cluster = std::make_shared<const Cluster>(*server, servers, *fabric);
  m.collective = *collective;
  m.group = {ranks_of(machine, servers, server->accelerators)};
  m.options.in_network_reduction = record.at("in_network_reduction") != "off";
  m.points = points_of(record);
  return m;
}

}  // namespace

std::vector<MeasuredCollective> read_measured(const std::string& json, const std::string& use) {
  std::vector<MeasuredCollective> all;
  const Json file = Json::parse(json);
  for (const Json& record : file.at("records")) {
    if (record.at("kind") != "collective" || record.at("use") != use) continue;
    if (auto m = measured(record); m && !m->points.empty()) all.push_back(std::move(*m));
  }
  return all;
}

}  // namespace headroom::tests
