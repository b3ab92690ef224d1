// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "models/training/layout.hpp"

namespace headroom::models {

struct MemoryTerm {
  std::string name;  // "weights", "gradients", "optimiser", "activations", "gathered layers", "logits and loss",
                     // "communication buffers", "framework reserve"
  double bytes;
  std::string formula;  // in words and symbols, with its source
};

// Peak device memory of one rank of one stage, over the phases of a step (forward/backward peak, optimiser step).
struct MemoryEstimate {
  int stage = 0;
  std::vector<MemoryTerm> terms;  // of the peak phase; they sum to total_bytes
  std::string peak_phase;         // "forward and backward" | "optimiser step"
  double total_bytes = 0;
};

// bytes per parameter of the training states: mixed-precision Adam by default (Megatron-LM: bf16 weights 2, fp32 main
// gradients 4, fp32 master weights 4, moments 4 + 4). SGD with momentum for CNNs.
struct StateBytes {
  double weight = 2, gradient = 4, master = 4, moments = 8;
};

[[nodiscard]] MemoryEstimate memory_of_stage(const Network& network, const Layout& layout, int stage,
                                             const ShardShape& shape, const StateBytes& states);
// The stage that needs most.
[[nodiscard]] MemoryEstimate peak_memory(const Network& network, const Layout& layout, const ShardShape& shape,
                                         const StateBytes& states);
// The smallest change of the layout (recomputation, microbatch, ZeRO stage, sequence parallelism, tensor or pipeline
// width) that fits into capacity_bytes, in words; empty when none does.
[[nodiscard]] std::string smallest_change_that_fits(const Network& network, const Layout& layout,
                                                    const ShardShape& shape, const StateBytes& states,
                                                    int accelerators, double capacity_bytes);

}  // namespace headroom::models
