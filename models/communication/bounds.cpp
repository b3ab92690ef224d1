// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/communication/collective.hpp"
#include "models/communication/schedule.hpp"

namespace headroom::models {

namespace {

using topologies::Cluster;
using topologies::ScaleUp;
using topologies::ServerDescription;

double scale_up_exit(const ServerDescription& server, int local) {
  if (server.scale_up == ScaleUp::none) return 0;
  if (server.scale_up != ScaleUp::mesh) return server.scale_up_bytes_per_second;
  double sum = 0;
  for (const auto& link : server.mesh_links) {
    if (link.a == local || link.b == local) sum += link.bytes_per_second;
  }
  return sum;
}

// What one of `parts` equal ranks (or servers) must send or receive, per byte: `share` is its part of the
// ranks.
double must_move(Collective collective, double share) {
  switch (collective) {
    case Collective::all_reduce:
      return 2 * (1 - share);
    case Collective::broadcast:
    case Collective::send_receive:
      return 1;
    default:
      return 1 - share;
  }
}

// All ranks of a server together through its NICs.
double server_bound(const Cluster& cluster, Collective collective, double bytes,
                    const nccl::Placement& placement) {
  if (placement.servers() < 2) return 0;
  const double exit = cluster.server().nics * cluster.server().nic_bytes_per_second;
  const double ranks = static_cast<double>(placement.most_per_server());
  const double share = ranks / static_cast<double>(placement.size());
  const double senders = collective == Collective::all_to_all ? ranks : 1;
  return senders * must_move(collective, share) * bytes / exit;
}

}  // namespace

double bus_bandwidth(Collective collective, double bytes, int ranks, double seconds) {
  if (ranks < 2 || seconds <= 0) return 0;
  const double n = ranks;
  const bool whole = collective == Collective::broadcast || collective == Collective::send_receive;
  const double factor = whole ? 1 : (collective == Collective::all_reduce ? 2 : 1) * (n - 1) / n;
  return factor * bytes / seconds;
}

double lower_bound_seconds(const Cluster& cluster, Collective collective, double bytes,
                           std::span<const int> group) {
  if (group.size() < 2) return 0;
  const ServerDescription& server = cluster.server();
  double exit = 0;
  for (int a : group) {
    const double widest =
        std::max(scale_up_exit(server, a % server.accelerators), server.pcie_bytes_per_second);
    exit = std::max(exit, widest);
  }
  const nccl::Placement placement = nccl::place(cluster, group);
  const double rank_bound = must_move(collective, 1.0 / static_cast<double>(group.size())) * bytes / exit;
  return std::max(rank_bound, server_bound(cluster, collective, bytes, placement));
}

}  // namespace headroom::models
