// SPDX-License-Identifier: Apache-2.0
#include "models/training/memory.hpp"

#include <fmt/format.h>

#include <utility>

#include "models/training/memory_stage.hpp"

namespace headroom::models {
namespace {

// Names the terms of one stage and says how they come about.
class Estimator {
 public:
  Estimator(const Layout& layout, const StageFootprint& stage, const ShardShape& shape,
            const StateBytes& states, const MemoryReserves& reserves)
      : layout_(layout),
        stage_(stage),
        shape_(shape),
        state_bytes_(states),
        reserves_(reserves),
        bytes_(bytes_of_stage(layout, stage, states, reserves)) {}

  [[nodiscard]] MemoryEstimate estimate() const {
    return bytes_.optimiser_step() > bytes_.forward_backward()
               ? in_phase("optimiser step", bytes_.optimiser_step(), optimiser_terms())
               : in_phase("forward and backward", bytes_.forward_backward(), forward_backward_terms());
  }

 private:
  [[nodiscard]] std::string split_note(int from_stage) const {
    if (layout_.zero_stage < from_stage) return "";
    const int group = layout_.effective_shard_group();
    if (group == 1) return fmt::format(" / 1: ZeRO-{} over a group of 1 saves nothing", layout_.zero_stage);
    return fmt::format(" / {} (ZeRO-{}, Rajbhandari et al. 2020, sec. 5)", group, layout_.zero_stage);
  }
  [[nodiscard]] MemoryTerm state(const char* name, double bytes, double per_parameter, int from_stage) const {
    std::string formula =
        fmt::format("{} B x {:.0f} parameters{}", per_parameter, stage_.parameters, split_note(from_stage));
    if (stage_.expert_parameters > 0)
      formula += fmt::format(
          ", {} B x {:.0f} of experts{}", per_parameter, stage_.expert_parameters,
          layout_.zero_stage < from_stage ? "" : fmt::format(" / {}", layout_.expert_shard_group()));
    return {name, bytes, std::move(formula)};
  }

  [[nodiscard]] std::vector<MemoryTerm> state_terms() const {
    const double optimiser = state_bytes_.master + state_bytes_.moments;
    return {{"frozen weights", bytes_.frozen, "not trained: no gradient, no optimiser state" + split_note(3)},
            {"embedding tables", bytes_.tables,
             "rows in 32 bit and a number each of row-wise Adagrad, over all ranks"},
            state("weights", bytes_.states.weights, state_bytes_.weight, 3),
            state("gradients", bytes_.states.gradients, state_bytes_.gradient, 2),
            state("optimiser", bytes_.states.optimiser, optimiser, 1)};
  }

  [[nodiscard]] std::string kept_by() const {
    if (layout_.pipeline == 1 && layout_.schedule != Schedule::gpipe) return "kept by one microbatch";
    return fmt::format("kept by all microbatches in flight ({})", to_string(layout_.schedule));
  }

  [[nodiscard]] std::vector<MemoryTerm> forward_backward_terms() const {
    std::vector<MemoryTerm> terms = state_terms();
    terms.push_back({"gathered layers", bytes_.states.gathered,
                     "ZeRO-3: weights of the largest layer and of the one fetched ahead, whole"});
    terms.push_back({"activations", bytes_.activations,
                     fmt::format("{}, recomputation {} (Korthikanti et al. 2022, sec. 4)", kept_by(),
                                 to_string(shape_.recomputation))});
    terms.push_back({"recomputed activations", bytes_.recomputed, "of one layer, while its backward runs"});
    terms.push_back(
        {"logits and loss", bytes_.head,
         "4sbh/t (1 + V/h) with sequence parallelism (Korthikanti et al. 2022, sec. 4.3), and while the "
         "loss runs the logits in the head's format"});
    add_reserves(bytes_.reserve, terms);
    return terms;
  }

  [[nodiscard]] std::vector<MemoryTerm> optimiser_terms() const {
    std::vector<MemoryTerm> terms = state_terms();
    const double each = reserves_.optimiser_temporary_bytes;
    terms.push_back({"optimiser temporaries", bytes_.optimiser_temporaries,
                     fmt::format("{} B x {:.0f} parameters updated here", each,
                                 each > 0 ? bytes_.optimiser_temporaries / each : 0)});
    add_reserves(bytes_.step_reserve, terms);
    return terms;
  }

  void add_reserves(double reserve, std::vector<MemoryTerm>& terms) const {
    terms.push_back(
        {"communication buffers", bytes_.communication,
         "NCCL (0.33 to 0.39 GiB, aiconfigurator), what a stage receives from its neighbours, and from "
         "ZeRO-2 on a layer's gradients until they are scattered"});
    terms.push_back({"framework reserve", reserve,
                     fmt::format("context and workspaces, and {:.0f} % fragmentation of short-lived memory",
                                 100 * reserves_.fragmentation)});
  }

  [[nodiscard]] static MemoryEstimate in_phase(const char* phase, double total,
                                               std::vector<MemoryTerm> terms) {
    MemoryEstimate estimate;
    estimate.peak_phase = phase;
    estimate.total_bytes = total;
    for (MemoryTerm& term : terms)
      if (term.bytes != 0) estimate.terms.push_back(std::move(term));
    return estimate;
  }

  const Layout& layout_;
  const StageFootprint& stage_;
  const ShardShape& shape_;
  const StateBytes& state_bytes_;
  const MemoryReserves& reserves_;
  StageBytes bytes_;
};

MemoryEstimate estimate_stage(const Footprints& footprints, const std::vector<int>& layers,
                              const Layout& layout, int stage, const ShardShape& shape,
                              const StateBytes& states, KeptMicrobatches& kept,
                              const MemoryReserves& reserves) {
  const StageFootprint footprint = footprint_of_stage(footprints, layers, layout, stage, kept);
  MemoryEstimate estimate = Estimator(layout, footprint, shape, states, reserves).estimate();
  estimate.stage = stage;
  return estimate;
}

}  // namespace

MemoryEstimate memory_of_stage(const Network& network, const Layout& layout, int stage,
                               const ShardShape& shape, const StateBytes& states,
                               const MemoryReserves& reserves) {
  KeptMicrobatches kept;
  return estimate_stage(Footprints(network, shape), layers_of_stages(layout, network), layout, stage, shape,
                        states, kept, reserves);
}

MemoryEstimate peak_memory(const Network& network, const Layout& layout, const ShardShape& shape,
                           const StateBytes& states, const MemoryReserves& reserves) {
  KeptMicrobatches kept;
  const Footprints footprints(network, shape);
  const std::vector<int> layers = layers_of_stages(layout, network);
  const PeakMemory peak = peak_bytes(footprints, layers, layout, states, kept, reserves);
  MemoryEstimate estimate =
      estimate_stage(footprints, layers, layout, peak.stage, shape, states, kept, reserves);
  estimate.host_bytes = peak.host_bytes;
  return estimate;
}

}  // namespace headroom::models
