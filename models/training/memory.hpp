// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "models/training/layout.hpp"

namespace headroom::models {

struct MemoryTerm {
  std::string name;  // "frozen weights", "embedding tables", "weights", "gradients", "optimiser", "gathered
                     // layers", "activations", "recomputed activations", "logits and loss", "optimiser
                     // temporaries", "communication buffers", "framework reserve"
  double bytes;
  std::string formula;  // in words and symbols, with its source
};

// Peak device memory of one rank of one stage, over the phases of a step (forward/backward peak, optimiser
// step).
struct MemoryEstimate {
  int stage = 0;
  std::vector<MemoryTerm> terms;  // of the peak phase; they sum to total_bytes
  std::string peak_phase;         // "forward and backward" | "optimiser step"
  double total_bytes = 0;
  double host_bytes = 0;  // of the rank that needs most of host memory, for the optimiser
};

// Of one accelerator: its own memory, and what it may take of the host's.
struct MemoryCapacity {
  double device_bytes;
  double host_bytes = std::numeric_limits<double>::infinity();
};

// Bytes per parameter of the training states: mixed-precision Adam by default (Megatron-LM: bf16 weights 2,
// fp32 main gradients 4, fp32 master weights 4, moments 4 + 4). SGD with momentum for CNNs.
struct StateBytes {
  double weight = 2, gradient = 4, master = 4, moments = 8;
};
// One fp32 moment. In 16 bit PyTorch's autocast keeps fp32 weights (the master) and a 16-bit copy of them.
[[nodiscard]] StateBytes sgd_with_momentum(Precision p);

// What a layout does not determine. Ours are rules of thumb; measure and replace them where it matters.
struct MemoryReserves {
  // NCCL's buffers of a rank that has peers: 0.33 to 0.39 GiB in aiconfigurator's system files (2026-08-21).
  double nccl_bytes = 0.36 * 1073741824.0;
  // CUDA context, modules and library workspaces (recall: 0.5 to 1 GiB).
  double context_bytes = 1073741824.0;
  // Of activations and other short-lived tensors: holes between blocks of PyTorch's caching allocator
  // (recall).
  double fragmentation = 0.05;
  // While it steps, PyTorch's default ("foreach") optimiser makes a list of fp32 intermediates as long as its
  // parameters; fused optimisers need 0. Per parameter that this rank updates.
  double optimiser_temporary_bytes = 4;
};

// Bytes of training states on one rank that holds `parameters`, with ZeRO stage `zero_stage` over `group`
// ranks (Rajbhandari et al., arXiv:1910.02054, section 5): 1 splits the optimiser's states, 2 also gradients,
// 3 also weights. Then weights of layers in use are gathered whole: `gathered_parameters`, the largest layer
// and the one fetched ahead.
struct TrainingStates {
  double weights, gradients, optimiser, gathered;
  void add(const TrainingStates& other);
  [[nodiscard]] double sum() const { return weights + gradients + optimiser + gathered; }
};
[[nodiscard]] TrainingStates training_states(double parameters, double gathered_parameters, int zero_stage,
                                             int group, const StateBytes& states);

[[nodiscard]] MemoryEstimate memory_of_stage(const Network& network, const Layout& layout, int stage,
                                             const ShardShape& shape, const StateBytes& states,
                                             const MemoryReserves& reserves = {});
// The stage that needs most.
[[nodiscard]] MemoryEstimate peak_memory(const Network& network, const Layout& layout,
                                         const ShardShape& shape, const StateBytes& states,
                                         const MemoryReserves& reserves = {});
// The smallest change of the layout (recomputation, microbatch, ZeRO stage, sequence parallelism, tensor,
// pipeline or context width) that fits into capacity_bytes, in words; empty when none does. Changes are tried
// in the order of what they cost in time, then pairs of them.
[[nodiscard]] std::string smallest_change_that_fits(const Network& network, const Layout& layout,
                                                    const ShardShape& shape, const StateBytes& states,
                                                    int accelerators, double capacity_bytes,
                                                    const MemoryReserves& reserves = {});

}  // namespace headroom::models
