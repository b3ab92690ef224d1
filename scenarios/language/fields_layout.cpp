// SPDX-License-Identifier: Apache-2.0
// How it runs: parallel layout and training software.
#include <array>

#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

constexpr auto table = std::to_array<Field>({
    training(
        flag("layout.auto", "false",
             "Choose what is not given of the layout: the fastest that fits. headroom plan always does")),
    training(whole("layout.tensor", "1", 1, most, "Tensor-parallel width")),
    training(whole("layout.pipeline", "1", 1, most_layers, "Pipeline stages")),
    training(whole("layout.data", "", 1, most,
                   "Follows: accelerators / (tensor x context x pipeline); given, it must agree")),
    training(whole("layout.context", "1", 1, most,
                   "Ranks that each sequence is split over (context parallelism)")),
    training(choice("layout.context_exchange", R"("ring")", "ring|all_gather|all_to_all",
                    "Of keys and values between them: beside attention, before it, or heads for tokens")),
    training(choice("layout.schedule", "", "gpipe|1f1b|interleaved|zero_bubble",
                    "Default: 1f1b, with virtual stages interleaved")),
    training(whole("layout.virtual_stages", "1", 1, most_layers, "Model chunks per rank")),
    training(quantity(Kind::whole_list, "layout.stage_layers", "", 0, most_layers,
                      "Layers of each stage. Default: as even as can be")),
    training(flag("layout.sequence_parallel", "false",
                  "Split norms and dropout along the sequence among tensor-parallel ranks")),
    training(whole(
        "layout.expert", "1", 1, most,
        "Ranks that the routed experts of a layer are spread over (expert parallelism); the tables of a "
        "recommender are spread over all")),
    training(whole("layout.expert_tensor", "", 1, most,
                   "Ranks that each routed expert is split over: 1 or tensor. Default: tensor")),
    training(
        whole("layout.zero", "0", 0, 3, "ZeRO stage: 1 optimiser, 2 and gradients, 3 and weights (FSDP)")),
    training(whole("layout.shard_group", "0", 0, most,
                   "Ranks that states are split over (hybrid sharding); 0: all with the same weights")),
    training(choice("layout.offload", R"("none")", "none|optimizer|optimizer_and_weights",
                    "Kept and updated in host memory instead of the accelerator's (ZeRO-Offload)")),
    training(
        whole("layout.microbatch", "1", 1, most, "Samples of one forward pass on one data-parallel rank")),
    training(whole("layout.global_batch", "", 1, 1e9, "Samples of one step. Default: microbatch x data")),
    training(choice("layout.recomputation", R"("none")", "none|selective|full",
                    "Activations computed again in the backward pass")),
    training(
        whole("layout.recomputed_layers", "", 0, most_layers,
              "With full recomputation: the first so many layers of every stage (and chunk). Default: all")),

    training(choice("software.profile", R"("framework")", "eager|framework|fused|overlapped",
                    "PyTorch up to 2022; PyTorch 2, DeepSpeed; Megatron-LM; the same with tensor-parallel "
                    "exchanges hidden (NeMo)")),
    training(flag("software.overlap_expert", "false",
                  "Tokens travel to their experts beside the kernels of another microbatch (DualPipe)")),
    training(
        flag("software.overlap_tensor", "",
             "With sequence parallelism, tensor-parallel exchanges are hidden. Default: as the profile")),
    training(flag("software.overlap", "true",
                  "Gradients leave during the backward pass, ZeRO's weights return during the next forward")),
    training(quantity(Kind::bytes, "software.bucket", R"("25 MiB")", 1e3, petabyte,
                      "Of gradients that are reduced together (PyTorch's bucket_cap_mb)")),
    training(choice("software.gradient_precision", "", "fp32|fp16|bf16",
                    "On the wire. Default: bf16, with fp32 or tf32 products fp32")),
    training(flag("software.flash_attention", "true", "Fused attention")),
    flag("software.in_network_reduction", "true", "Switches add up (NVLS) where they can"),
    training(choice("software.algorithm", R"("automatic")", "automatic|ring|tree|nvls|pat|direct",
                    "Of all collectives")),
    training(
        choice("software.protocol", R"("automatic")", "automatic|ll|ll128|simple", "Of all collectives")),
    flag("software.ideal_network", "false",
         "No protocol overhead, no base latency: for comparing with closed forms"),
});

}  // namespace

std::span<const Field> layout_fields() {
  return table;
}

}  // namespace headroom::scenarios
