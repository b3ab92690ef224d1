// SPDX-License-Identifier: Apache-2.0
#include "models/training/input.hpp"

#include <algorithm>

#include "models/training/host_optimiser.hpp"

namespace headroom::models {
namespace {

// Ranks of the first stage that share a sequence read it together.
double samples_of_busiest_server(const topologies::Cluster& cluster, const Layout& layout) {
  const int per_server = cluster.server().accelerators;
  const int readers = std::clamp(per_server / (layout.tensor * layout.context), 1, layout.data);
  return layout.global_batch / layout.data * readers;
}

}  // namespace

double input_seconds(const topologies::Cluster& cluster, const TrainingJob& job) {
  const double samples = samples_of_busiest_server(cluster, job.layout);
  const Network& network = *job.network;
  double seconds = host_copy_seconds(
      cluster, job.layout.global_batch / job.layout.data * network.input_bytes_per_sample(), true, 1);
  if (job.input.storage_bytes_per_second > 0)
    seconds =
        std::max(seconds, samples * network.stored_bytes_per_sample() / job.input.storage_bytes_per_second);
  if (job.input.decode_samples_per_second > 0)
    seconds = std::max(seconds, samples / job.input.decode_samples_per_second);
  return seconds;
}

void wait_for_input(const topologies::Cluster& cluster, const TrainingJob& job, double& step_seconds,
                    Breakdown& breakdown, double& busy_fraction) {
  const double waiting = std::max(0.0, input_seconds(cluster, job) - step_seconds);
  breakdown.input = waiting;
  busy_fraction *= step_seconds / (step_seconds + waiting);
  step_seconds += waiting;
}

}  // namespace headroom::models
