// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

using topologies::ScaleUp;
using topologies::ServerDescription;

constexpr double most_accelerators = 1e6;  // of a cluster

models::ServerRecord server_record(const Values& values, const models::Catalogue& catalogue) {
  const std::string accelerator =
      values.given("cluster.accelerator") ? values.text("cluster.accelerator") : "";
  if (!accelerator.empty()) {
    try {
      (void)catalogue.accelerator(accelerator);
    } catch (const Error& error) {
      throw values.at("cluster.accelerator", error);
    }
  }
  const std::string& server = values.text("cluster.server");
  try {
    return catalogue.server(server, accelerator);
  } catch (const Error& error) {
    throw values.at("cluster.server", error);
  }
}

// A rack that is bought tray by tray has the processors and NICs of its trays.
void use_fewer(const Values& values, const models::ServerRecord& record, ServerDescription& server) {
  if (!values.given("cluster.accelerators_per_server")) return;
  const int count = values.whole("cluster.accelerators_per_server");
  if (count > server.accelerators) {
    throw values.refuse("cluster.accelerators_per_server",
                        fmt::format("1 to {} (what {} holds)", server.accelerators, server.name));
  }
  use_fewer_accelerators(count, server);
  const double share = record.share_bought(count);
  server.sockets = static_cast<int>(std::lround(share * server.sockets));
  server.nics = static_cast<int>(std::lround(share * server.nics));
}

void override_host(const Values& values, const models::Catalogue& catalogue,
                   const models::Accelerator& accelerator, ServerDescription& server) {
  if (values.given("cluster.sockets")) server.sockets = values.whole("cluster.sockets");
  if (values.given("cluster.accelerators_per_pcie_switch")) {
    server.accelerators_per_pcie_switch = values.whole("cluster.accelerators_per_pcie_switch");
  }
  if (values.given("cluster.pcie_generation")) {
    int generation = values.whole("cluster.pcie_generation");
    // A card in a newer slot runs at its own generation.
    if (accelerator.pcie_generation > 0) generation = std::min(generation, accelerator.pcie_generation);
    const std::string link = fmt::format("pcie_{}", generation);
    server.pcie_bytes_per_second = catalogue.number("link", link, "bytes_per_second");
    server.pcie_latency_seconds = catalogue.number("link", link, "hop_latency_seconds");
  }
  if (values.given("cluster.peer_to_peer")) server.pcie_peer_to_peer = values.flag("cluster.peer_to_peer");
}

void override_scale_up(const Values& values, const models::Catalogue& catalogue,
                       const models::Accelerator& accelerator, ServerDescription& server) {
  if (values.given("cluster.scale_up")) {
    const auto wanted = values.choice<ScaleUp>("cluster.scale_up");
    if (wanted == ScaleUp::mesh && server.mesh_links.empty()) {
      throw values.refuse("cluster.scale_up",
                          fmt::format("another kind ({} has no mesh of links)", server.name));
    }
    server.scale_up = wanted;
  }
  if (server.scale_up == ScaleUp::none) {
    server.scale_up_bytes_per_second = server.scale_up_latency_seconds = 0;
    server.mesh_links.clear();
    return;
  }
  if (server.scale_up_bytes_per_second <= 0)
    server.scale_up_bytes_per_second = accelerator.scale_up_bytes_per_second;
  if (values.given("cluster.scale_up_speed"))
    server.scale_up_bytes_per_second = values.number("cluster.scale_up_speed");
  if (server.scale_up_bytes_per_second <= 0) {
    throw values.refuse("cluster.scale_up_speed",
                        fmt::format("a bandwidth ({} has no links of its own)", accelerator.id), "nothing");
  }
  if (server.scale_up_latency_seconds <= 0) {
    server.scale_up_latency_seconds = catalogue.number("link", "nvlink4", "latency_seconds");
  }
}

void override_nics(const Values& values, ServerDescription& server) {
  if (values.given("cluster.nics")) server.nics = values.whole("cluster.nics");
  const auto link = values.if_given("cluster.fabric.link");
  if (values.given("cluster.nic_speed")) {
    server.nic_bytes_per_second = values.number("cluster.nic_speed");
  } else if (link) {
    // A port and what it is cabled to agree on the slower speed.
    const bool known = server.nic_bytes_per_second > 0;
    server.nic_bytes_per_second = known ? std::min(server.nic_bytes_per_second, *link) : *link;
  }
  if (server.nics > 0 && server.nic_bytes_per_second <= 0) {
    throw values.refuse("cluster.nic_speed", fmt::format("a bandwidth ({} names no interface)", server.name),
                        "nothing");
  }
  if (values.given("cluster.nic_placement")) {
    server.nic_placement = values.choice<topologies::NicPlacement>("cluster.nic_placement");
  }
  const auto transport = values.choice<topologies::Transport>("cluster.fabric.transport");
  if (transport == topologies::Transport::tcp) server.gpudirect = false;
  if (values.given("cluster.gpudirect")) server.gpudirect = values.flag("cluster.gpudirect");
}

models::SlowAccelerators read_slow(const Values& values, int accelerators) {
  models::SlowAccelerators slow;
  if (!values.given("cluster.slow.accelerators") && !values.given("cluster.slow.speed")) return slow;
  slow.speed = values.number("cluster.slow.speed");
  for (const double number : values.numbers("cluster.slow.accelerators")) {
    if (number >= accelerators) {
      throw values.refuse("cluster.slow.accelerators", fmt::format("numbers from 0 to {}", accelerators - 1),
                          fmt::format("{}", number));
    }
    const int rank = static_cast<int>(number);
    if (std::find(slow.ranks.begin(), slow.ranks.end(), rank) != slow.ranks.end())
      throw values.refuse("cluster.slow.accelerators", "each number once", fmt::format("{} twice", rank));
    slow.ranks.push_back(rank);
  }
  return slow;
}

}  // namespace

void use_fewer_accelerators(int count, ServerDescription& server) {
  server.accelerators = count;
  std::erase_if(server.mesh_links, [&](const auto& link) { return link.a >= count || link.b >= count; });
}

ClusterChoice read_cluster(const Values& values, const models::Catalogue& catalogue) {
  models::ServerRecord record = server_record(values, catalogue);
  ClusterChoice cluster;
  cluster.server_id = record.id;
  cluster.accelerator = std::move(record.accelerator);
  cluster.server = record.description;
  cluster.server.name = record.name;
  cluster.servers = values.whole("cluster.servers");
  use_fewer(values, record, cluster.server);
  override_host(values, catalogue, cluster.accelerator, cluster.server);
  override_scale_up(values, catalogue, cluster.accelerator, cluster.server);
  override_nics(values, cluster.server);
  if (cluster.servers * static_cast<double>(cluster.server.accelerators) > most_accelerators) {
    throw values.refuse("cluster.servers", fmt::format("at most {} accelerators in all", most_accelerators));
  }
  cluster.slow = read_slow(values, cluster.servers * cluster.server.accelerators);
  cluster.fabric = read_fabric(values, catalogue, cluster.server, cluster.servers);
  cluster.fabric_name = fabric_name(cluster.fabric);
  return cluster;
}

}  // namespace headroom::scenarios
