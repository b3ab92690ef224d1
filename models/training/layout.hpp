// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "models/workloads/network.hpp"

namespace headroom::models {

enum class Schedule { gpipe, one_forward_one_backward, interleaved, zero_bubble };
[[nodiscard]] const char* to_string(Schedule s);

// What is in host memory: the optimiser with its states (ZeRO-Offload, arXiv:2101.06840), and the weights,
// too, which ZeRO-3 fetches layer by layer (ZeRO-Infinity, arXiv:2104.07857).
enum class Offload { none, optimiser, optimiser_and_weights };
[[nodiscard]] const char* to_string(Offload o);

// How a training job is laid over its ranks. data = accelerators / (tensor * context * pipeline).
// Rank order: tensor fastest, then context, then data, then pipeline (Megatron-LM's default order
// "tp-cp-ep-dp-pp").
struct Layout {
  int tensor = 1, pipeline = 1, data = 1;
  int context = 1;  // ranks that each sequence is split over; all have the same weights
  ContextExchange context_exchange = ContextExchange::ring;
  int virtual_stages = 1;  // model chunks per rank; > 1 only with Schedule::interleaved
  Schedule schedule = Schedule::one_forward_one_backward;
  bool sequence_parallel = false;
  // Of a mixture of experts: ranks that the routed experts of a layer are spread over, and ranks that each
  // expert is split over: 1, or tensor (0 says so, Megatron-LM's default). Expert-parallel groups are
  // neighbours among a stage's ranks (where tensor splits experts, among those of one tensor rank).
  int expert = 1, expert_tensor = 0;
  int zero_stage = 0;   // 0..3; 3 = FSDP
  int shard_group = 0;  // ranks that states are split over (hybrid sharding); 0 = all replicas
  Offload offload = Offload::none;
  double microbatch = 1;    // samples
  double global_batch = 1;  // samples
  Recomputation recomputation = Recomputation::none;
  // With full recomputation: of every stage (and chunk) the first so many layers, the others keep their
  // activations (Megatron-LM's --recompute-method block); negative = all.
  int recomputed_layers = -1;
  std::vector<int> stage_layers;  // layers of each pipeline stage (uneven); empty = as even as can be

  [[nodiscard]] int accelerators() const { return tensor * context * pipeline * data; }
  // Ranks of a stage that have the same weights (but experts): they reduce gradients and may split states.
  [[nodiscard]] int replicas() const { return context * data; }
  [[nodiscard]] int ranks_of_stage() const { return tensor * replicas(); }
  [[nodiscard]] int microbatches() const;  // per step and pipeline: global / (microbatch * data)
  // Weights get their gradients in a pass of their own, after those that go on to the stage before.
  [[nodiscard]] bool splits_backward() const { return schedule == Schedule::zero_bubble; }
  [[nodiscard]] bool recomputes(int layer_of_chunk) const {
    return recomputed_layers < 0 || layer_of_chunk < recomputed_layers;
  }
  [[nodiscard]] int effective_shard_group() const;  // shard_group or replicas; 1 with zero_stage 0
  [[nodiscard]] bool offloads_weights() const { return offload == Offload::optimiser_and_weights; }
  // A layer's weights come when it runs: those of other ranks, or all from the host.
  [[nodiscard]] bool fetches_layers() const {
    return zero_stage == 3 && (effective_shard_group() > 1 || offloads_weights());
  }
  [[nodiscard]] int effective_expert_tensor() const { return expert_tensor > 0 ? expert_tensor : tensor; }
  // Ranks of a stage that hold the same experts.
  [[nodiscard]] int expert_replicas() const {
    return ranks_of_stage() / (expert * effective_expert_tensor());
  }
  // Routed experts are replicated over other ranks than all else.
  [[nodiscard]] bool experts_apart() const { return expert > 1 || effective_expert_tensor() != tensor; }
  // Ranks that the optimiser's states of experts are split over.
  [[nodiscard]] int expert_shard_group() const { return zero_stage == 0 ? 1 : expert_replicas(); }
};

// Throws Error(bad_input) with one clear sentence and the nearest legal layouts when the layout cannot run
// this network on `accelerators`: widths that do not multiply to the number of accelerators, heads that TP
// does not divide, a batch that does not split, more stages than layers, schedule parameters that contradict
// each other.
void check_layout(const Layout& layout, const Network& network, int accelerators);

// Layers of each stage; with interleaving, of each (stage, chunk): index = chunk * pipeline + stage.
[[nodiscard]] std::vector<int> layers_of_stages(const Layout& layout, const Network& network);

}  // namespace headroom::models
