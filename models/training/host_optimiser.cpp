// SPDX-License-Identifier: Apache-2.0
#include "models/training/host_optimiser.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "models/training/stage_costs.hpp"

namespace headroom::models {

MemoryCapacity memory_capacity(const Accelerator& accelerator, const topologies::ServerDescription& server) {
  MemoryCapacity capacity{.device_bytes = accelerator.memory_bytes};
  if (server.host_memory_bytes > 0) capacity.host_bytes = server.host_memory_bytes / server.accelerators;
  return capacity;
}

double host_copy_seconds(const topologies::Cluster& cluster, double bytes_of_each, bool to_accelerator,
                         int accelerators) {
  std::map<topologies::LinkId, double> share;  // of the bytes of one, over the link
  std::vector<topologies::Hop> hops;
  for (int a = 0; a < accelerators; ++a) {
    hops.clear();
    cluster.host_path(a, to_accelerator, hops);
    for (const topologies::Hop& hop : hops) share[hop.link] += hop.fraction;
  }
  double slowest = 0;
  for (const auto& [link, fraction] : share)
    slowest = std::max(slowest, fraction * bytes_of_each / cluster.link(link).bytes_per_second);
  return slowest;
}

double host_optimiser_seconds(const topologies::Cluster& cluster, double parameters, const StateBytes& states,
                              double gradient_bytes, bool weights_return) {
  const topologies::ServerDescription& server = cluster.server();
  constexpr double accesses_of_staging = 2;  // a staged byte is written and read
  const double memory_rate = accesses_of_staging * server.sockets * server.host_memory_bytes_per_second;
  const double update = server.accelerators * optimiser_kernel(parameters, states).memory_bytes / memory_rate;
  const double down = host_copy_seconds(cluster, parameters * gradient_bytes, false, server.accelerators);
  if (!weights_return) return down + update;
  const double up = host_copy_seconds(cluster, parameters * states.weight, true, server.accelerators);
  return down + std::max(update, up);
}

double fetch_seconds(const topologies::Cluster& cluster, const Layout& layout, double layer_bytes) {
  if (!layout.offloads_weights()) return 0;
  return host_copy_seconds(cluster, layer_bytes / layout.effective_shard_group(), true,
                           cluster.server().accelerators);
}

double optimiser_seconds(const topologies::Cluster& cluster, const TrainingJob& job, double parameters,
                         double speed) {
  if (job.layout.offload != Offload::none)
    return host_optimiser_seconds(cluster, parameters, job.states, job.software.gradient_bytes,
                                  !job.layout.offloads_weights());
  const Kernel kernel = optimiser_kernel(parameters, job.states);
  return kernel_time(kernel, job.accelerator, job.compute).seconds / speed;
}

}  // namespace headroom::models
