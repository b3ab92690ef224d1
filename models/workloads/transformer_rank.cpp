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

Rank::Rank(const TransformerShape& model_, const ShardShape& how_)
    : model(model_),
      how(how_),
      tokens(how_.microbatch * model_.sequence),
      stream_tokens(how_.sequence_parallel ? tokens / how_.tensor : tokens),
      heads(model_.heads / how_.tensor),
      kv_heads(std::max(model_.kv_heads / how_.tensor, 1.0)),
      ffn(model_.ffn / how_.tensor),
      vocabulary(vocabulary_of_rank(model_.vocabulary, how_.tensor)),
      element_bytes(bytes_of(at_least_16_bit(how_.precision))) {}

double norm_parameters(const TransformerShape& model) {
  return (model.layer_norm ? 2 : 1) * model.hidden;
}

double block_parameters(const Rank& rank) {
  const TransformerShape& m = rank.model;
  const double qkv = m.hidden * rank.qkv_width() + (m.attention_bias ? rank.qkv_width() : 0);
  const double out = rank.query_width() * m.hidden + (m.attention_out_bias ? m.hidden : 0);
  const double up = m.hidden * rank.up_width() + (m.mlp_bias ? rank.up_width() : 0);
  const double down = rank.ffn * m.hidden + (m.mlp_bias ? m.hidden : 0);
  return qkv + out + up + down + 2 * norm_parameters(m);
}

double embedding_parameters(const Rank& rank) {
  return (rank.vocabulary + rank.model.learned_positions) * rank.model.hidden;
}

double head_parameters(const Rank& rank) {
  return rank.vocabulary * rank.model.hidden;
}

}  // namespace headroom::models::transformer
