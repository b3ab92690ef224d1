// SPDX-License-Identifier: Apache-2.0
#include "models/training/memory.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/training/memory_stage.hpp"

namespace headroom::models {
namespace {

// Names and sums the terms of one stage. Two phases compete for the peak; within forward and backward, the
// loss's backward (logits live) and the layers' backward (recomputed activations live) do.
class Estimator {
 public:
  Estimator(const Layout& layout, const StageFootprint& stage, const ShardShape& shape,
            const StateBytes& states, const MemoryReserves& reserves)
      : layout_(layout),
        stage_(stage),
        shape_(shape),
        state_bytes_(states),
        reserves_(reserves),
        group_(layout.effective_shard_group()),
        states_(training_states(stage.parameters, stage.gathered_parameters, layout.zero_stage, group_,
                                states)) {}

  [[nodiscard]] MemoryEstimate estimate() const {
    MemoryEstimate forward_backward = in_phase("forward and backward", forward_backward_terms());
    MemoryEstimate step = in_phase("optimiser step", optimiser_terms());
    return step.total_bytes > forward_backward.total_bytes ? step : forward_backward;
  }

 private:
  [[nodiscard]] std::string split_note(int from_stage) const {
    if (layout_.zero_stage < from_stage) return "";
    if (group_ == 1) return fmt::format(" / 1: ZeRO-{} over a group of 1 saves nothing", layout_.zero_stage);
    return fmt::format(" / {} (ZeRO-{}, Rajbhandari et al. 2020, sec. 5)", group_, layout_.zero_stage);
  }
  [[nodiscard]] MemoryTerm state(const char* name, double bytes, double per_parameter, int from_stage) const {
    return {
        name, bytes,
        fmt::format("{} B x {:.0f} parameters{}", per_parameter, stage_.parameters, split_note(from_stage))};
  }

  [[nodiscard]] std::vector<MemoryTerm> state_terms() const {
    const double optimiser = state_bytes_.master + state_bytes_.moments;
    return {state("weights", states_.weights, state_bytes_.weight, 3),
            state("gradients", states_.gradients, state_bytes_.gradient, 2),
            state("optimiser", states_.optimiser, optimiser, 1)};
  }

  [[nodiscard]] std::string kept_by() const {
    if (layout_.pipeline == 1 && layout_.schedule != Schedule::gpipe) return "kept by one microbatch";
    return fmt::format("kept by all microbatches in flight ({})", to_string(layout_.schedule));
  }

  [[nodiscard]] std::vector<MemoryTerm> forward_backward_terms() const {
    std::vector<MemoryTerm> terms = state_terms();
    const bool loss_is_peak = stage_.head_working_bytes + stage_.one_head_bytes >= stage_.working_bytes;
    const double head =
        stage_.head_activation_bytes + (loss_is_peak ? stage_.head_working_bytes : -stage_.one_head_bytes);
    const double recomputed = loss_is_peak ? 0 : stage_.working_bytes;
    terms.push_back({"gathered layers", states_.gathered,
                     "ZeRO-3: weights of the largest layer and of the one fetched ahead, whole"});
    terms.push_back({"activations", stage_.activation_bytes,
                     fmt::format("{}, recomputation {} (Korthikanti et al. 2022, sec. 4)", kept_by(),
                                 to_string(shape_.recomputation))});
    terms.push_back({"recomputed activations", recomputed, "of one layer, while its backward runs"});
    terms.push_back(
        {"logits and loss", head,
         "4sbh/t (1 + V/h) with sequence parallelism (Korthikanti et al. 2022, sec. 4.3), and while the "
         "loss runs the logits in the head's format"});
    add_reserves(stage_.activation_bytes + recomputed + head + states_.gathered, terms);
    return terms;
  }

  [[nodiscard]] std::vector<MemoryTerm> optimiser_terms() const {
    std::vector<MemoryTerm> terms = state_terms();
    const double updated = layout_.zero_stage >= 1 ? stage_.parameters / group_ : stage_.parameters;
    const double bytes = reserves_.optimiser_temporary_bytes * updated;
    terms.push_back(
        {"optimiser temporaries", bytes,
         fmt::format("{} B x {:.0f} parameters updated here", reserves_.optimiser_temporary_bytes, updated)});
    add_reserves(bytes, terms);
    return terms;
  }

  // From ZeRO-2 on a layer's gradients are whole until they are reduced and scattered.
  [[nodiscard]] double unreduced_gradient_bytes() const {
    return layout_.zero_stage >= 2 && group_ > 1 ? state_bytes_.weight * stage_.largest_layer_parameters : 0;
  }
  [[nodiscard]] double communication_bytes() const {
    if (layout_.accelerators() == 1) return 0;
    const double received = layout_.pipeline > 1 ? 2 * stage_.boundary_bytes : 0;
    return reserves_.nccl_bytes + received + unreduced_gradient_bytes();
  }

  void add_reserves(double short_lived, std::vector<MemoryTerm>& terms) const {
    terms.push_back(
        {"communication buffers", communication_bytes(),
         "NCCL (0.33 to 0.39 GiB, aiconfigurator), what a stage receives from its neighbours, and from "
         "ZeRO-2 on a layer's gradients until they are scattered"});
    terms.push_back({"framework reserve", reserves_.context_bytes + reserves_.fragmentation * short_lived,
                     fmt::format("context and workspaces, and {:.0f} % fragmentation of short-lived memory",
                                 100 * reserves_.fragmentation)});
  }

  [[nodiscard]] static MemoryEstimate in_phase(const char* phase, std::vector<MemoryTerm> terms) {
    MemoryEstimate estimate;
    estimate.peak_phase = phase;
    for (MemoryTerm& term : terms) {
      if (term.bytes == 0) continue;
      estimate.total_bytes += term.bytes;
      estimate.terms.push_back(std::move(term));
    }
    return estimate;
  }

  const Layout& layout_;
  const StageFootprint& stage_;
  const ShardShape& shape_;
  const StateBytes& state_bytes_;
  const MemoryReserves& reserves_;
  int group_;
  TrainingStates states_;
};

MemoryEstimate estimate_stage(const Footprints& footprints, const Network& network, const Layout& layout,
                              int stage, const ShardShape& shape, const StateBytes& states,
                              const MemoryReserves& reserves) {
  const StageFootprint footprint = footprint_of_stage(footprints, network, layout, stage);
  MemoryEstimate estimate = Estimator(layout, footprint, shape, states, reserves).estimate();
  estimate.stage = stage;
  return estimate;
}

}  // namespace

MemoryEstimate memory_of_stage(const Network& network, const Layout& layout, int stage,
                               const ShardShape& shape, const StateBytes& states,
                               const MemoryReserves& reserves) {
  return estimate_stage(Footprints(network, shape), network, layout, stage, shape, states, reserves);
}

MemoryEstimate peak_memory(const Network& network, const Layout& layout, const ShardShape& shape,
                           const StateBytes& states, const MemoryReserves& reserves) {
  const Footprints footprints(network, shape);
  MemoryEstimate peak;
  for (int stage = 0; stage < layout.pipeline; ++stage) {
    MemoryEstimate one = estimate_stage(footprints, network, layout, stage, shape, states, reserves);
    if (one.total_bytes > peak.total_bytes) peak = std::move(one);
  }
  return peak;
}

}  // namespace headroom::models
