// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "models/workloads/transformer_parts.hpp"

namespace headroom::models::transformer {
namespace {

// Megatron-LM pads the vocabulary so that every rank's share is a multiple of 128 rows
// (--make-vocab-size-divisible-by 128, times the tensor width). One rank alone keeps the exact size.
double vocabulary_of_rank(double vocabulary, int tensor) {
  constexpr double rows = 128;
  return tensor == 1 ? vocabulary : std::ceil(vocabulary / (rows * tensor)) * rows;
}

}  // namespace

Precision at_least_16_bit(Precision p) {
  return bytes_of(p) < 2 ? Precision::bf16 : p;
}

Rank::Rank(const TransformerShape& model_, const ShardShape& how_, BlockKind block_)
    : model(model_),
      how(how_),
      block(block_),
      tokens(how_.microbatch * model_.sequence / how_.context),
      stream_tokens(how_.sequence_parallel ? tokens / how_.tensor : tokens),
      heads(model_.heads / how_.tensor),
      kv_heads(std::max(model_.kv_heads / how_.tensor, 1.0)),
      ffn(model_.ffn / how_.tensor),
      vocabulary(vocabulary_of_rank(model_.vocabulary, how_.tensor)),
      element_bytes(bytes_of(at_least_16_bit(how_.precision))) {}

double norm_parameters(const TransformerShape& model) {
  return (model.layer_norm ? 2 : 1) * model.hidden;
}

namespace {

double attention_parameters(const Rank& rank) {
  const TransformerShape& m = rank.model;
  const double norms = m.query_key_norm ? 2 * m.head_dim : 0;
  const double qkv = m.hidden * rank.qkv_width() + (m.attention_bias ? rank.qkv_width() : 0);
  const double out = rank.query_width() * m.hidden + (m.attention_out_bias ? m.hidden : 0);
  return qkv + out + norms;
}

// The matrices that make the short vectors, and the norms of these, are on every rank.
double latent_attention_parameters(const Rank& rank) {
  const TransformerShape& m = rank.model;
  const LatentAttention& l = m.latent;
  const double query = rank.heads * (l.nope_dim + l.rope_dim);
  const double queries = l.query_rank > 0 ? l.query_rank * (m.hidden + query + 1) : m.hidden * query;
  const double keys_values = m.hidden * (l.key_value_rank + l.rope_dim) + l.key_value_rank +
                             l.key_value_rank * rank.heads * (l.nope_dim + l.value_dim);
  return queries + keys_values + rank.context_width() * m.hidden;
}

double mlp_parameters(const Rank& rank) {
  const TransformerShape& m = rank.model;
  const double up = m.hidden * rank.up_width() + (m.mlp_bias ? rank.up_width() : 0);
  const double down = rank.ffn * m.hidden + (m.mlp_bias ? m.hidden : 0);
  return up + down;
}

// The router and its bias are on every rank.
double shared_expert_parameters(const Rank& rank) {
  const TransformerShape& m = rank.model;
  const double router = m.hidden * m.experts.experts + (m.experts.router_bias ? m.experts.experts : 0);
  const double shared = (m.gated ? 3 : 2) * m.hidden * rank.shared_ffn();
  return router + shared + (m.experts.shared_gate ? m.hidden : 0);
}

}  // namespace

double block_parameters(const Rank& rank) {
  const double attention =
      rank.model.latent.any() ? latent_attention_parameters(rank) : attention_parameters(rank);
  const double mlp = rank.block.experts ? shared_expert_parameters(rank) : mlp_parameters(rank);
  return attention + mlp + rank.model.block_norms * norm_parameters(rank.model);
}

double expert_parameters(const Rank& rank) {
  if (!rank.block.experts) return 0;
  const TransformerShape& m = rank.model;
  const double bias = m.mlp_bias ? (m.gated ? 2 : 1) * rank.expert_ffn() + m.hidden : 0;
  return rank.experts_here() * ((m.gated ? 3 : 2) * m.hidden * rank.expert_ffn() + bias);
}

double embedding_parameters(const Rank& rank) {
  return (rank.vocabulary + rank.model.learned_positions) * rank.model.hidden;
}

double head_parameters(const Rank& rank) {
  return rank.vocabulary * rank.model.hidden;
}

}  // namespace headroom::models::transformer
