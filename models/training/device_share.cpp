// SPDX-License-Identifier: Apache-2.0
#include "models/training/device_share.hpp"

#include <algorithm>

namespace headroom::models {

double multiprocessor_share_per_rate(Collective collective, int channels, std::span<const int> group,
                                     const topologies::Cluster& cluster, const Accelerator& accelerator) {
  const topologies::ServerDescription& server = cluster.server();
  double way_out = std::max(server.scale_up_bytes_per_second, server.pcie_bytes_per_second);
  const int home = cluster.server_of(group.front());
  if (std::any_of(group.begin(), group.end(), [&](int a) { return cluster.server_of(a) != home; }))
    way_out = std::min(way_out, server.accelerators * server.nic_bytes_per_second);
  if (accelerator.multiprocessors <= 0 || way_out <= 0) return 0;
  const double sent_per_byte = bus_bandwidth(collective, 1, static_cast<int>(group.size()), 1);
  return sent_per_byte / way_out * channels / accelerator.multiprocessors;
}

}  // namespace headroom::models
