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

// The catalogue's server with this accelerator and such links; of this size rather than larger.
std::optional<ServerDescription> listed_server(const MachineFacts& facts, ScaleUp kind,
                                               const models::Catalogue& catalogue) {
  std::optional<ServerDescription> larger;
  for (const std::string& id : catalogue.list("server")) {
    if (catalogue.record("server", id).text("accelerator") != facts.accelerator) continue;
    const ServerDescription server = catalogue.server(id).description;
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

// Dual-socket hosts as they were sold with each generation of PCIe.
const char* host_of(int generation) {
  if (generation <= 3) return "broadwell";
  return generation == 4 ? "epyc_rome" : "sapphire_rapids";
}

ServerDescription usual_host(const MachineFacts& facts, const models::Accelerator& accelerator,
                             const models::Catalogue& catalogue, std::vector<std::string>& assumptions) {
  const int generation = pcie_generation(facts, accelerator);
  if (generation == 0)
    throw bad_input(fmt::format("machine: PCIe generation of {} not known", accelerator.id));
  const models::Record& pcie = catalogue.record("link", fmt::format("pcie_{}", std::max(generation, 3)));
  const models::Record& host = catalogue.record("host", host_of(generation));
  ServerDescription server;
  server.sockets = facts.server_size > 2 ? 2 : 1;
  server.accelerators_per_pcie_switch = facts.server_size % 2 == 0 ? 2 : 1;
  server.pcie_bytes_per_second = pcie.number("bytes_per_second");
  server.pcie_latency_seconds = pcie.number("hop_latency_seconds");
  server.socket_bytes_per_second = host.number("socket_bytes_per_second");
  server.socket_latency_seconds = host.number("socket_latency_seconds");
  server.host_memory_bytes_per_second = host.number("staging_bytes_per_second");
  assumptions.push_back(fmt::format("server not in the catalogue: host \"{}\"", host_of(generation)));
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
  ServerDescription server = listed ? *listed : usual_host(facts, accelerator, catalogue, assumptions);
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
