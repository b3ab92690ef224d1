// SPDX-License-Identifier: Apache-2.0
// Two phases compete for the peak; within forward and backward, the loss's backward (logits live) and the
// layers' backward (recomputed activations live) do.
#include "models/training/memory_stage.hpp"

namespace headroom::models {
namespace {

// From ZeRO-2 on a layer's gradients are whole until they are reduced and scattered.
double unreduced_gradients(const Layout& layout, const StageFootprint& stage, const StateBytes& states) {
  const bool scatters = layout.zero_stage >= 2 && layout.effective_shard_group() > 1;
  return scatters ? states.weight * stage.largest_layer_parameters : 0;
}

double communication(const Layout& layout, const StageFootprint& stage, const StateBytes& states,
                     const MemoryReserves& reserves) {
  if (layout.accelerators() == 1) return 0;
  const double received = layout.pipeline > 1 ? 2 * stage.boundary_bytes : 0;
  return reserves.nccl_bytes + received + unreduced_gradients(layout, stage, states);
}

// The host keeps the optimiser's states and the gradients that it updates them with: 16 bytes a parameter of
// mixed-precision Adam (ZeRO-Offload, arXiv:2101.06840, sec. 3). Those of ZeRO-2 leave as soon as they are
// scattered, whole ones wait for the end of the step.
void move_to_host(const Layout& layout, double gradients, StageBytes& b) {
  b.host = b.states.optimiser + gradients;
  b.states.optimiser = b.optimiser_temporaries = 0;
  if (layout.zero_stage >= 2) b.states.gradients = 0;
  if (!layout.offloads_weights()) return;
  b.host += b.states.weights + b.frozen;
  b.states.weights = b.frozen = 0;
}

}  // namespace

double StageBytes::forward_backward() const {
  return frozen + tables + states.weights + states.gradients + states.optimiser + states.gathered +
         activations + recomputed + head + communication + reserve;
}

double StageBytes::optimiser_step() const {
  return frozen + tables + states.weights + states.gradients + states.optimiser + optimiser_temporaries +
         communication + step_reserve;
}

StageBytes bytes_of_stage(const Layout& layout, const StageFootprint& stage, const StateBytes& states,
                          const MemoryReserves& reserves) {
  const int group = layout.effective_shard_group();
  StageBytes b{};
  b.states = training_states(stage.parameters, stage.gathered_parameters, layout.zero_stage, group, states);
  b.states.add(
      training_states(stage.expert_parameters, 0, layout.zero_stage, layout.expert_shard_group(), states));
  b.frozen = layout.zero_stage == 3 ? stage.frozen_bytes / group : stage.frozen_bytes;
  if (layout.fetches_layers())
    b.states.gathered = states.weight * stage.gathered_parameters + stage.gathered_frozen_bytes;
  b.tables = stage.table_bytes;
  b.loss_is_peak = stage.head_working_bytes + stage.one_head_bytes >= stage.working_bytes;
  b.activations = stage.activation_bytes;
  b.recomputed = b.loss_is_peak ? 0 : stage.working_bytes;
  b.head = stage.head_activation_bytes + (b.loss_is_peak ? stage.head_working_bytes : -stage.one_head_bytes);
  const double updated = stage.parameters / group + stage.expert_parameters / layout.expert_shard_group();
  b.optimiser_temporaries = reserves.optimiser_temporary_bytes * updated;
  if (layout.offload != Offload::none) move_to_host(layout, states.gradient * updated, b);
  b.communication = communication(layout, stage, states, reserves);
  const double short_lived = b.activations + b.recomputed + b.head + b.states.gathered;
  b.reserve = reserves.context_bytes + reserves.fragmentation * short_lived;
  b.step_reserve = reserves.context_bytes + reserves.fragmentation * b.optimiser_temporaries;
  return b;
}

bool fits_into(const MemoryCapacity& capacity, const Footprints& footprints, const std::vector<int>& layers,
               const Layout& layout, const StateBytes& states, KeptMicrobatches& kept,
               const MemoryReserves& reserves) {
  for (int stage = 0; stage < layout.pipeline; ++stage) {
    const StageFootprint footprint = footprint_of_stage(footprints, layers, layout, stage, kept);
    const StageBytes bytes = bytes_of_stage(layout, footprint, states, reserves);
    if (!PeakMemory{stage, bytes.peak(), bytes.host}.fits(capacity)) return false;
  }
  return true;
}

PeakMemory peak_bytes(const Footprints& footprints, const std::vector<int>& layers, const Layout& layout,
                      const StateBytes& states, KeptMicrobatches& kept, const MemoryReserves& reserves) {
  PeakMemory peak;
  for (int stage = 0; stage < layout.pipeline; ++stage) {
    const StageFootprint footprint = footprint_of_stage(footprints, layers, layout, stage, kept);
    const StageBytes bytes = bytes_of_stage(layout, footprint, states, reserves);
    peak.host_bytes = std::max(peak.host_bytes, bytes.host);
    if (bytes.peak() > peak.bytes) peak = {stage, bytes.peak(), peak.host_bytes};
  }
  return peak;
}

}  // namespace headroom::models
