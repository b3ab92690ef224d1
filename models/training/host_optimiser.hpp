// SPDX-License-Identifier: Apache-2.0
// What is moved between accelerators and host memory, and the optimiser that runs there.
#pragma once
#include "models/training/step.hpp"
#include "topologies/cluster.hpp"

namespace headroom::models {

// What fits beside one accelerator: its share of the server's host memory where that is known.
[[nodiscard]] MemoryCapacity memory_capacity(const Accelerator& accelerator,
                                             const topologies::ServerDescription& server);

// So many bytes for each of the first `accelerators` of a server, all at the same time.
[[nodiscard]] double host_copy_seconds(const topologies::Cluster& cluster, double bytes_of_each,
                                       bool to_accelerator, int accelerators);

// The optimiser of `parameters` a rank in host memory (ZeRO-Offload, Ren et al., arXiv:2101.06840, sec. 4):
// gradients come down, then the processors update the states, and meanwhile weights go up. All accelerators
// of a server do so at once, and weights that stay on the host go nowhere. Vectorised, the update takes what
// host memory takes to read and write the states (sec. 5 and table 4: 10 G parameters in 0.95 s on a DGX-2;
// here 1.2 s).
[[nodiscard]] double host_optimiser_seconds(const topologies::Cluster& cluster, double parameters,
                                            const StateBytes& states, double gradient_bytes,
                                            bool weights_return = true);

// A rank's shard of a layer with so many bytes of weights, where these are in host memory; else 0.
[[nodiscard]] double fetch_seconds(const topologies::Cluster& cluster, const Layout& layout,
                                   double layer_bytes);

// Of `parameters` a rank, wherever the layout has it. A slow accelerator takes longer, the host does not.
[[nodiscard]] double optimiser_seconds(const topologies::Cluster& cluster, const TrainingJob& job,
                                       double parameters, double speed = 1);

}  // namespace headroom::models
