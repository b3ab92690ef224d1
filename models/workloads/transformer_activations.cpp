// SPDX-License-Identifier: Apache-2.0
// Activation memory, term by term as in Korthikanti et al., "Reducing Activation Recomputation in Large
// Transformer Models", arXiv:2205.05198, section 4. For their shape (GPT kind, ffn = 4h, 16 bit, attention
// unfused) the sums below are their equations: 1: sbh(34 + 5as/h); 2: sbh(10 + 24/t + 5as/(ht)); 4: sbh/t (34
// + 5as/h); selective recomputation (6) drops 5as/h, full keeps only the block's input (table 2).
#include <algorithm>

#include "models/workloads/transformer_adapters.hpp"

namespace headroom::models::transformer {
namespace {

// Kept of the residual stream, which only sequence parallelism splits: the inputs of the norms (halves side
// by side have one), the outputs of those before the halves (which the qkv and up matrices read)
// where a gradient needs them, and with dropout a mask after each half. sbh(4 + 4 + 2) in 16 bit.
double stream_activations(const Rank& rank) {
  const TransformerShape& m = rank.model;
  const double elements = rank.stream_tokens * m.hidden;
  const double inputs = m.parallel ? 1 : m.block_norms;
  const int kept = (keeps_input(rank, Matrix::qkv) ? 1 : 0) + (keeps_input(rank, Matrix::up) ? 1 : 0);
  const double outputs = std::min<double>(m.block_norms, kept);
  return (inputs + outputs) * elements * rank.element_bytes + (m.dropout ? 2 * elements * mask_bytes : 0);
}

// Kept between column- and row-parallel matrices, which tensor parallelism splits: queries, keys, values, the
// attention's output; the activation's input (with SwiGLU gate and up) and its output. sbh(2 + 2 + 2 + 2 + 8
// + 8) in 16 bit.
double attention_activations(const Rank& rank) {
  if (!rank.model.latent.any()) return rank.tokens * (rank.qkv_width() + rank.query_width());
  const LatentAttention& l = rank.model.latent;
  const double whole = rank.heads * (2 * (l.nope_dim + l.rope_dim) + l.value_dim) + rank.context_width();
  return rank.stream_tokens * (l.query_rank + l.key_value_rank + l.rope_dim) + rank.tokens * whole;
}

// Of routed experts: the copies of tokens that came, gate and up, the activation's output, and what goes back
// to be weighed; of the router its probabilities.
double expert_activations(const Rank& rank) {
  const double gated = rank.model.gated ? 2 : 1;
  const double copies = rank.routed_tokens() * rank.how.expert_tensor;
  const double routed = copies * (rank.model.hidden + (gated + 1) * rank.expert_ffn()) +
                        rank.routed_tokens() * rank.model.hidden;
  const double router = rank.stream_tokens * rank.model.experts.experts;
  return routed + router + rank.tokens * (gated + 1) * rank.shared_ffn();
}

double inner_activations(const Rank& rank) {
  const double down_input = keeps_input(rank, Matrix::down) ? rank.ffn : 0;
  const double mlp =
      rank.block.experts ? expert_activations(rank) : rank.tokens * (rank.up_width() + down_input);
  return (attention_activations(rank) + mlp) * rank.element_bytes + kept_by_adapters(rank);
}

// Kept inside the attention core. Unfused: probabilities; with dropout also its mask and its output: 5 b a
// s^2 in 16 bit. Flash attention keeps two fp32 statistics per query and head (arXiv:2205.14135, algorithm 1)
// and redraws its mask.
double core_activations(const Rank& rank) {
  const double rows = rank.how.microbatch * rank.heads * rank.model.sequence / rank.how.context;
  if (rank.how.flash_attention) return rows * 2 * bytes_of(Precision::fp32);
  const double per_score = rank.model.dropout ? 2 * rank.element_bytes + mask_bytes : rank.element_bytes;
  return rows * rank.model.sequence * per_score;
}

}  // namespace

Activations block_activations(const Rank& rank) {
  if (!rank.how.training) return {0, 0};
  const double outside_core = stream_activations(rank) + inner_activations(rank);
  const double core = core_activations(rank), buffers = widened_bytes(rank) + context_buffer_bytes(rank);
  switch (rank.how.recomputation) {
    case Recomputation::selective:
      return {outside_core, core + buffers};
    case Recomputation::full:
      return {rank.stream_bytes(), outside_core + core + buffers};
    case Recomputation::none:
      break;
  }
  return {outside_core + core, buffers};
}

// Token numbers as 64-bit integers; with dropout a mask (Korthikanti et al., section 4.3). A frozen table
// needs neither.
Activations embedding_activations(const Rank& rank) {
  constexpr double token_bytes = 8;
  if (!rank.how.training || rank.model.adapters.any()) return {0, 0};
  const double mask = rank.model.dropout ? rank.stream_tokens * rank.model.hidden * mask_bytes : 0;
  return {rank.tokens * token_bytes + mask, 0};
}

// Inputs of the final norm and (unless it is frozen) of the head, and the loss's fp32 probabilities: 4sbh/t
// (1 + v/h) with sequence parallelism (same section). While the loss is computed its logits, then their
// gradient, live in the head's format.
Activations head_activations(const Rank& rank) {
  const double logits = rank.tokens * rank.vocabulary;
  if (!rank.how.training) return {0, logits * rank.element_bytes};
  const double inputs = rank.model.adapters.any() ? 1 : 2;
  return {inputs * rank.stream_bytes() + logits * bytes_of(Precision::fp32), logits * rank.element_bytes};
}

}  // namespace headroom::models::transformer
