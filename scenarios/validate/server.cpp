// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/server.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using topologies::ScaleUp;
using topologies::ServerDescription;

// Four accelerators or fewer with NVLink from each to each (DGX Station, four-way SXM boards) are a full
// mesh; eight are the cube mesh of DGX-1.
constexpr int largest_full_mesh = 4;

ScaleUp scale_up_of(const MachineFacts& facts) {
  const std::string& kind = facts.scale_up;
  if (kind == "none" || kind == "pcie" || facts.server_size == 1) return ScaleUp::none;
  if (kind == "nvlink_bridge") return ScaleUp::bridged_pairs;
  if (kind == "nvlink_mesh")
    return facts.server_size <= largest_full_mesh ? ScaleUp::full_mesh : ScaleUp::mesh;
  if (kind == "nvswitch" || kind == "nvl_domain") return ScaleUp::switched;
  if (kind == "xgmi") return ScaleUp::full_mesh;
  throw bad_input(
      fmt::format("machine.scale_up.kind: Headroom builds no server with links of kind \"{}\"", kind));
}

bool same_links(const ServerDescription& a, ScaleUp kind, int accelerators) {
  return a.scale_up == kind &&
         (kind == ScaleUp::mesh ? a.accelerators == accelerators : a.accelerators >= accelerators);
}

// Nothing where the catalogue lacks a fact that a server needs.
std::optional<ServerDescription> complete_server(const std::string& id, const models::Catalogue& catalogue) {
  try {
    return catalogue.server(id).description;
  } catch (const Error&) {
    return std::nullopt;
  }
}

// The catalogue's server with this accelerator and such links; of this size rather than larger.
std::optional<ServerDescription> listed_server(const MachineFacts& facts, ScaleUp kind,
                                               const models::Catalogue& catalogue) {
  std::optional<ServerDescription> larger;
  for (const std::string& id : catalogue.list("server")) {
    if (catalogue.record("server", id).text("accelerator") != facts.accelerator) continue;
    const auto complete = complete_server(id, catalogue);
    if (!complete) continue;
    const ServerDescription& server = *complete;
    if (!same_links(server, kind, facts.server_size)) continue;
    if (server.accelerators == facts.server_size) return server;
    if (!larger) larger = server;
  }
  return larger;
}

int pcie_generation(const MachineFacts& facts, const models::Accelerator& accelerator) {
  for (const int generation : {3, 4, 5, 6}) {
    if (facts.scale_up_generation == fmt::format("pcie{}", generation)) return generation;
  }
  return accelerator.pcie_generation;
}

// Hosts as they were sold with each generation of PCIe. Rates are nominal and latencies small, as they were
// when the efficiencies of models/communication/nccl.json were fitted to measured sweeps: socket links carry
// about 10 GB/s of peer traffic between Broadwells, 30 between Rome or Ice Lake, 38 between Sapphire Rapids.
struct UsualHost {
  int generation;  // of PCIe, and all older ones
  double pcie, sockets;
};
constexpr UsualHost usual_hosts[] = {
    {3, 15.75e9, 10e9}, {4, 31.5e9, 30e9}, {5, 63e9, 38e9}, {6, 121e9, 38e9}};
constexpr double hop_seconds = 3e-7;
constexpr double staging_over_pcie = 5;  // host memory of a socket serves that many links' copies

ServerDescription usual_host(const MachineFacts& facts, const models::Accelerator& accelerator,
                             std::vector<std::string>& assumptions) {
  const int generation = pcie_generation(facts, accelerator);
  if (generation == 0)
    throw bad_input(fmt::format("machine: PCIe generation of {} not known", accelerator.id));
  const auto* host = std::begin(usual_hosts);
  while (host + 1 != std::end(usual_hosts) && host->generation < generation) ++host;
  ServerDescription server;
  server.sockets = facts.server_size > 2 ? 2 : 1;
  server.accelerators_per_pcie_switch = facts.server_size % 2 == 0 ? 2 : 1;
  server.pcie_bytes_per_second = host->pcie;
  server.socket_bytes_per_second = host->sockets;
  server.pcie_latency_seconds = server.socket_latency_seconds = hop_seconds;
  server.host_memory_bytes_per_second = staging_over_pcie * host->pcie;
  assumptions.push_back(fmt::format("server not in the catalogue: a usual host with PCIe {}", generation));
  return server;
}

double scale_up_bandwidth(const MachineFacts& facts, const models::Accelerator& accelerator,
                          const models::Catalogue& catalogue) {
  if (accelerator.scale_up_bytes_per_second > 0) return accelerator.scale_up_bytes_per_second;
  if (facts.scale_up_generation.empty()) {
    throw bad_input(fmt::format("machine.scale_up: bandwidth of the links of {} not known", accelerator.id));
  }
  return catalogue.number("link", facts.scale_up_generation, "bytes_per_second");
}

// The mesh of any server of this size, with the link rates of this accelerator.
std::vector<topologies::MeshLink> mesh_of(int accelerators, double bandwidth,
                                          const models::Catalogue& catalogue) {
  for (const std::string& id : catalogue.list("server")) {
    if (catalogue.record("server", id).text("scale_up") != "mesh") continue;
    const models::ServerRecord record = catalogue.server(id);
    if (record.description.accelerators != accelerators) continue;
    std::vector<topologies::MeshLink> links = record.description.mesh_links;
    for (auto& link : links)
      link.bytes_per_second *= bandwidth / record.description.scale_up_bytes_per_second;
    return links;
  }
  throw bad_input(fmt::format("machine.scale_up: no mesh of {} accelerators is known", accelerators));
}

}  // namespace

ServerDescription build_server(const MachineFacts& facts, const models::Accelerator& accelerator,
                               const models::Catalogue& catalogue, std::vector<std::string>& assumptions) {
  const ScaleUp kind = scale_up_of(facts);
  const auto listed = listed_server(facts, kind, catalogue);
  ServerDescription server = listed ? *listed : usual_host(facts, accelerator, assumptions);
  if (!listed && kind != ScaleUp::none) {
    server.scale_up_bytes_per_second = scale_up_bandwidth(facts, accelerator, catalogue);
    server.scale_up_latency_seconds = catalogue.number("link", "nvlink4", "latency_seconds");
    if (kind == ScaleUp::mesh)
      server.mesh_links = mesh_of(facts.server_size, server.scale_up_bytes_per_second, catalogue);
  }
  server.name = accelerator.id;
  server.scale_up = kind;
  server.accelerators = facts.server_size;
  server.pcie_peer_to_peer = accelerator.peer_to_peer && facts.peer_to_peer;
  return server;
}

}  // namespace headroom::scenarios::validation
