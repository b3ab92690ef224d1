// SPDX-License-Identifier: Apache-2.0
// The parts of a transformer as one tensor-parallel rank sees them. Private to this folder.
//
// Memory-bound kernels are counted in passes: how often a tensor of so many elements is read or written. We
// assume the fusion of today's training frameworks: one kernel for a norm, one for bias + activation, one for
// dropout + residual addition, one for scale + mask + softmax; biases ride in the epilogues of their matrix
// products.
#pragma once
#include "models/workloads/network.hpp"
#include "models/workloads/transformer_shape.hpp"

namespace headroom::models::transformer {

constexpr double mask_bytes = 1;  // per element of a dropout mask

// Attention, output head and activations stay in 16 bit when the blocks' matrices use a narrower format
// (Transformer Engine's FP8 recipes).
[[nodiscard]] Precision at_least_16_bit(Precision p);

// What sharding leaves to one rank of a block (or of an end): widths by `tensor`, key/value heads never below
// one (they are replicated then).
struct Rank {
  Rank(const TransformerShape& model, const ShardShape& how, BlockKind block = {});

  const TransformerShape& model;
  const ShardShape& how;
  BlockKind block;
  double tokens;         // that the matrices see: microbatch x sequence / context
  double stream_tokens;  // of norms, dropout and residual additions: / tensor with sequence parallelism
  double heads, kv_heads, ffn, vocabulary;
  double element_bytes;  // of an activation

  [[nodiscard]] double query_width() const { return heads * model.head_dim; }
  [[nodiscard]] double qkv_width() const { return (heads + 2 * kv_heads) * model.head_dim; }
  // What attention hands to its output matrix.
  [[nodiscard]] double context_width() const {
    return model.latent.any() ? heads * model.latent.value_dim : query_width();
  }
  // Columns of the first matrix of the MLP; SwiGLU's gate and up projections are one product.
  [[nodiscard]] double up_width() const { return (model.gated ? 2 : 1) * ffn; }
  // Copies of tokens that this rank's experts work on, before one expert's ranks share theirs. As many come
  // as go, but for the imbalance.
  [[nodiscard]] double routed_tokens() const {
    return stream_tokens * model.experts.per_token * model.experts.imbalance;
  }
  [[nodiscard]] double experts_here() const { return model.experts.experts / how.expert; }
  [[nodiscard]] double expert_ffn() const { return model.experts.ffn / how.expert_tensor; }
  [[nodiscard]] double shared_ffn() const { return model.experts.shared_ffn / how.tensor; }
  // The residual stream: what a norm reads, and what goes to the next layer.
  [[nodiscard]] double stream_bytes() const { return stream_tokens * model.hidden * element_bytes; }
};

// Parameters on one rank. Column-parallel matrices shard their bias; biases of row-parallel ones and norms
// are replicated (Shoeybi et al., Megatron-LM, arXiv:1909.08053, section 3).
[[nodiscard]] double block_parameters(const Rank& rank);   // without routed experts
[[nodiscard]] double expert_parameters(const Rank& rank);  // of the routed ones
[[nodiscard]] double norm_parameters(const TransformerShape& model);
[[nodiscard]] double embedding_parameters(const Rank& rank);  // token table and learned positions
[[nodiscard]] double head_parameters(const Rank& rank);  // output matrix, tied or not, without the final norm

[[nodiscard]] Segment attention_segment(const Rank& rank);
[[nodiscard]] Segment latent_attention_segment(const Rank& rank);
[[nodiscard]] Segment mlp_segment(const Rank& rank);
// Router, routed experts, what all tokens go through, and the way back.
[[nodiscard]] std::vector<Segment> expert_segments(const Rank& rank);
// Attention and MLP, each of the block's kind.
[[nodiscard]] std::vector<Segment> block_segments(const Rank& rank);
// Fused, or scores and probabilities as matrices in memory.
[[nodiscard]] std::vector<Kernel> core_forward(const Rank& rank);
void append_core_backward(const Rank& rank, std::vector<Kernel>& kernels);
// Fused attention of a rank's queries to so many keys.
[[nodiscard]] Kernel core_kernel(const Rank& rank, double keys, bool causal, bool backward);
[[nodiscard]] Segment embedding_segment(const Rank& rank);
[[nodiscard]] Segment head_segment(const Rank& rank);

// What both halves of a block share.
[[nodiscard]] Kernel norm_forward(const Rank& rank, const char* name);
[[nodiscard]] Kernel norm_backward(const Rank& rank, const char* name);
[[nodiscard]] Kernel residual_forward(const Rank& rank);
void append_residual_backward(const Rank& rank, std::vector<Kernel>& kernels);
// Of the output of half a block, where the model has one; else nothing.
void append_output_norm(const Rank& rank, std::vector<Kernel>& forward);
void append_output_norm_backward(const Rank& rank, std::vector<Kernel>& backward);
enum class Half { attention, mlp };
// The exchanges around half a block, and what recomputation repeats of it: `core` with selective
// recomputation, everything with full.
void finish_half(const Rank& rank, Half half, const std::vector<Kernel>& core, Segment& segment);
// What recomputation repeats, when the segment's own exchanges are known.
void repeat_forward(const Rank& rank, const std::vector<Kernel>& core, Segment& segment);
// Of a sequence split over context-parallel ranks: the queries whose attention a rank computes, and of
// `heads` heads those it computes it for.
[[nodiscard]] double attending_tokens(const Rank& rank);
[[nodiscard]] double heads_attended(const Rank& rank, double heads);
// Fused attention to the blocks of other ranks that go round; none where none does.
[[nodiscard]] std::optional<Kernel> ring_attention(const Rank& rank, bool backward);
[[nodiscard]] Kernel ring_sum(const Rank& rank, bool backward);
// Keys and values, and their gradients.
void add_context_exchanges(const Rank& rank, Segment& segment);
// What these take while a layer runs.
[[nodiscard]] double context_buffer_bytes(const Rank& rank);

// An exchange of all tokens' hidden states (nccl-tests' convention: the unsharded buffer).
[[nodiscard]] LayerExchange hidden_exchange(const Rank& rank, LayerExchange::Kind kind);

// Bytes kept from forward to backward, and extra bytes live while the part's backward runs.
struct Activations {
  double kept, working;
};
[[nodiscard]] Activations block_activations(const Rank& rank);
[[nodiscard]] Activations embedding_activations(const Rank& rank);
[[nodiscard]] Activations head_activations(const Rank& rank);

// A layer of these segments; without training their backward passes are empty.
[[nodiscard]] Layer finished(std::string name, const Rank& rank, std::vector<Segment> segments,
                             double parameters, const Activations& activations);

}  // namespace headroom::models::transformer
