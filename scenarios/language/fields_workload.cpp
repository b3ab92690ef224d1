// SPDX-License-Identifier: Apache-2.0
// What runs: the workload's part of the scenario language.
#include <array>

#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

constexpr auto table = std::to_array<Field>({
    required(choice("workload.kind", "", "training|collective", "What runs")),
    training(named(
        Kind::model, "workload.model",
        "Model of the catalogue, a Hugging Face configuration (path/config.json), or its dimensions as an "
        "object")),
    training(
        named(Kind::model, "workload.model.like", "Take every dimension not given here from this model")),
    training(text("workload.model.name", R"("custom transformer")", 0, longest_name, "What to call it")),
    training(whole("workload.model.layers", "", 1, most_layers, "Transformer layers")),
    training(whole("workload.model.hidden", "", 1, widest, "Width of the residual stream")),
    training(whole("workload.model.heads", "", 1, widest, "Query heads")),
    training(whole("workload.model.kv_heads", "", 1, widest, "Key/value heads. Default: heads")),
    training(whole("workload.model.head_dim", "", 1, widest, "Default: hidden / heads")),
    training(whole("workload.model.ffn", "", 1, widest, "Width of the MLP. Default: 4 x hidden")),
    training(whole("workload.model.vocabulary", "", 1, largest_vocabulary, "Tokens it knows")),
    training(flag("workload.model.gated", "false", "SwiGLU: three matrices in the MLP")),
    training(flag("workload.model.tied", "false", "Output head shares the input embedding")),
    training(choice("workload.model.norm", R"("rms")", "rms|layer",
                    "rms: Llama kind; layer: GPT kind, with bias")),
    training(flag("workload.model.attention_bias", "false", "Bias of the query, key and value projections")),
    training(flag("workload.model.attention_out_bias", "false", "Bias of the output projection")),
    training(flag("workload.model.mlp_bias", "false", "Bias of the MLP")),
    training(flag("workload.model.dropout", "false", "Dropout masks are kept")),
    training(flag("workload.model.query_key_norm", "false", "Queries and keys are normalised, head by head")),
    training(flag("workload.model.parallel", "false",
                  "Attention and MLP side by side, with one exchange around both (GPT-J, PaLM)")),
    training(whole("workload.model.block_norms", "2", 1, 4,
                   "1: both halves share one; 4: also of what they yield")),
    training(whole("workload.model.experts", "0", 0, widest,
                   "Routed experts of a layer; 0: the MLP is dense (also without any of what follows)")),
    training(whole("workload.model.experts_per_token", "", 1, widest, "Of them, that a token goes to")),
    training(whole("workload.model.expert_ffn", "", 1, widest, "Width of one expert")),
    training(whole("workload.model.shared_expert_ffn", "0", 0, widest,
                   "Width of what every token goes through beside its experts")),
    training(whole("workload.model.dense_layers", "0", 0, most_layers,
                   "First layers that have a dense MLP all the same")),
    training(flag("workload.model.shared_expert_gate", "false", "The shared part is weighed by a gate")),
    training(flag("workload.model.router_bias", "false", "The router has a bias for each expert")),
    training(whole("workload.model.expert_groups_per_token", "0", 0, widest,
                   "A token travels once to each of at most so many groups; 0: to each of its experts")),
    training(number("workload.model.expert_imbalance", "1", 1, 1000,
                    "Tokens of the busiest expert-parallel rank over the mean: all wait for it")),
    training(whole("workload.model.window", "0", 0, largest_vocabulary,
                   "Tokens that layers with a sliding window see; 0: all layers see all")),
    training(whole("workload.model.full_attention_every", "0", 0, most_layers,
                   "Of every so many layers the last sees all; 0: none does")),
    training(whole("workload.model.key_value_rank", "0", 0, widest,
                   "Latent attention (DeepSeek-V2): width of what is cached beside the part that rotates; "
                   "0: none (nor what follows)")),
    training(whole("workload.model.query_rank", "0", 0, widest,
                   "Queries are made from so narrow a vector; 0: no")),
    training(whole("workload.model.rope_dim", "0", 0, widest, "Of queries and keys, the part that rotates")),
    training(whole("workload.model.nope_dim", "0", 0, widest, "The part that does not")),
    training(whole("workload.model.value_dim", "0", 0, widest, "Width of a head's values")),
    training(whole("workload.model.learned_positions", "0", 0, largest_vocabulary,
                   "Rows of a learned position table")),
    training(whole("workload.adapters.rank", "0", 0, widest,
                   "Low-rank adapters (LoRA) are trained, all else is frozen; 0: everything is trained (nor "
                   "what follows)")),
    training(choice("workload.adapters.targets", R"("query_value")", "query_value|attention|mlp|all",
                    "Matrices that have an adapter beside them")),
    training(choice("workload.adapters.base", R"("as_computed")", "as_computed|fp8|nf4",
                    "How the blocks' frozen matrices stand in memory: as products want them, in 8 bit, or in "
                    "4 bit with scales (QLoRA)")),
    training(flag("workload.adapters.dropout", "false", "Of what an adapter reads")),
    training(flag("workload.adapters.joint", "false",
                  "One for each product, so that queries, keys and values share one (NeMo), not one for each "
                  "matrix (PEFT)")),
    training(
        whole("workload.sequence", "", 1, largest_vocabulary,
              "Tokens of a sample. Default: that of the model's training, where the catalogue knows it")),
    training(number("workload.filled_share", "1", 0.01, 1,
                    "Encoders: of the positions, holds a token, where padding is left out")),
    training(
        choice("workload.precision", R"("bf16")", "fp32|tf32|fp16|bf16|fp8|fp4|int8", "Of matrix products")),
    training(choice("workload.optimizer", "", "adam|sgd",
                    "Default: adam for language models, sgd (with momentum) for others. Embedding tables of "
                    "recommenders have row-wise Adagrad")),
    training(quantity(Kind::count, "workload.tokens", "", 1, exabyte,
                      "Of the whole run: \"1.4T\". Neither tokens nor samples: only the step is asked for")),
    training(quantity(Kind::count, "workload.samples", "", 1, exabyte,
                      "Images, sequences or samples of one epoch")),
    training(number("workload.epochs", "1", 1e-6, most, "Times the samples are seen")),
    training(quantity(Kind::bandwidth, "workload.input.storage", "", 1, petabyte,
                      "Read rate of each server's storage. Default: never the limit")),
    training(quantity(Kind::rate, "workload.input.decode", "", 1e-3, 1e12,
                      "Samples that each server's host prepares. Default: never the limit")),
    collective(choice("workload.operation", R"("all_reduce")",
                      "all_reduce|all_gather|reduce_scatter|all_to_all|broadcast|send_receive",
                      "The collective")),
    collective(quantity(Kind::bytes_list, "workload.bytes", R"("1 GiB")", 1, petabyte,
                        "Size or sizes, as nccl-tests counts them")),
    collective(whole("workload.ranks", "", 2, most, "Accelerators that take part. Default: all")),
    collective(whole("workload.rank_stride", "1", 1, most,
                     "Rank i is accelerator i x stride: 1 keeps neighbours together, 37 scrambles them")),
    collective(choice("workload.algorithm", R"("automatic")", "automatic|ring|tree|nvls|pat|direct",
                      "automatic: the fastest by predicted time")),
    collective(choice("workload.protocol", R"("automatic")", "automatic|ll|ll128|simple", "Of NCCL")),
});

}  // namespace

std::span<const Field> workload_fields() {
  return table;
}

}  // namespace headroom::scenarios
