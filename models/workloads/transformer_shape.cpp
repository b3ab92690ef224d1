// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/transformer_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

#include "sim/error.hpp"

namespace headroom::models::transformer {
namespace {

void check_positive_whole(const TransformerShape& shape, const char* dimension, double value) {
  if (value >= 1 && std::floor(value) == value) return;
  throw bad_input(fmt::format("model {}: {} must be a whole number of at least 1, found {}", shape.name,
                              dimension, value));
}

void check_experts(const TransformerShape& shape) {
  const MixtureOfExperts& e = shape.experts;
  if (!e.any()) return;
  const std::pair<const char*, double> dimensions[] = {
      {"experts", e.experts}, {"experts_per_token", e.per_token}, {"expert_ffn", e.ffn}};
  for (const auto& [name, value] : dimensions) check_positive_whole(shape, name, value);
  if (e.per_token > e.experts)
    throw bad_input(fmt::format("model {}: experts_per_token must be at most experts ({}), found {}",
                                shape.name, e.experts, e.per_token));
  if (e.dense_layers > shape.layers)
    throw bad_input(fmt::format("model {}: dense_layers must be at most layers ({}), found {}", shape.name,
                                shape.layers, e.dense_layers));
}

void check_adapters(const TransformerShape& shape) {
  const Adapters& a = shape.adapters;
  if (!a.any()) return;
  check_positive_whole(shape, "rank of adapters", a.rank);
  if (a.rank > shape.hidden)
    throw bad_input(fmt::format("model {}: rank of adapters must be at most hidden ({}), found {}",
                                shape.name, shape.hidden, a.rank));
  const char* found = shape.experts.any()  ? "experts"
                      : shape.latent.any() ? "latent attention"
                      : !shape.causal      ? "an encoder"
                                           : nullptr;
  if (found != nullptr)
    throw bad_input(fmt::format(
        "model {}: adapters are described beside dense decoders without latent attention, found {}",
        shape.name, found));
}

bool divides(int parts, double whole) {
  return std::fmod(whole, parts) == 0;
}

// The dimension that `tensor` ranks cannot share, with its size; null when they can share all.
std::pair<const char*, double> unsplittable(const TransformerShape& shape, int tensor) {
  if (!divides(tensor, shape.heads)) return {"attention heads", shape.heads};
  // Fewer key/value heads than ranks are replicated, evenly.
  const bool kv_shared = shape.kv_heads >= tensor ? divides(tensor, shape.kv_heads)
                                                  : divides(static_cast<int>(shape.kv_heads), tensor);
  if (!kv_shared && !shape.latent.any()) return {"key/value heads", shape.kv_heads};
  const MixtureOfExperts& e = shape.experts;
  const bool has_dense = !e.any() || e.dense_layers > 0;
  if (has_dense && !divides(tensor, shape.ffn)) return {"MLP columns", shape.ffn};
  if (e.any() && !divides(tensor, e.ffn)) return {"expert columns", e.ffn};
  if (e.any() && !divides(tensor, e.shared_ffn)) return {"shared expert columns", e.shared_ffn};
  return {nullptr, 0};
}

void check_block(const TransformerShape& shape) {
  const double norms = shape.block_norms;
  if (norms != 2 && norms != 4 && !(norms == 1 && shape.parallel))
    throw bad_input(fmt::format("model {}: block_norms must be 2, 4, or 1 in a parallel block, found {}",
                                shape.name, norms));
  if (shape.parallel && shape.experts.any())
    throw bad_input(
        fmt::format("model {}: experts beside attention (parallel) are not described", shape.name));
}

}  // namespace

void check(const TransformerShape& shape) {
  const std::pair<const char*, double> dimensions[] = {
      {"layers", shape.layers},         {"hidden", shape.hidden},     {"heads", shape.heads},
      {"kv_heads", shape.kv_heads},     {"head_dim", shape.head_dim}, {"ffn", shape.ffn},
      {"vocabulary", shape.vocabulary}, {"sequence", shape.sequence}};
  for (const auto& [name, value] : dimensions) check_positive_whole(shape, name, value);
  if (std::fmod(shape.heads, shape.kv_heads) != 0)
    throw bad_input(fmt::format("model {}: kv_heads must divide heads ({}), found {}", shape.name,
                                shape.heads, shape.kv_heads));
  check_experts(shape);
  check_block(shape);
  check_adapters(shape);
  if (shape.learned_positions > 0 && shape.sequence > shape.learned_positions)
    throw bad_input(fmt::format("model {}: sequence must be at most learned_positions ({}), found {}",
                                shape.name, shape.learned_positions, shape.sequence));
}

std::string width_problem(const TransformerShape& shape, int tensor) {
  const auto [name, size] = unsplittable(shape, tensor);
  if (name == nullptr) return {};
  std::vector<int> legal;
  for (int t = 1; t <= static_cast<int>(shape.heads); ++t)
    if (unsplittable(shape, t).first == nullptr) legal.push_back(t);
  return fmt::format("{} {} of {} cannot be split over {} tensor-parallel ranks; legal widths: {}", size,
                     name, shape.name, tensor, fmt::join(legal, ", "));
}

BlockKind kind_of_layer(const TransformerShape& shape, int layer) {
  const int every = shape.full_attention_every;
  const bool sees_all = shape.window == 0 || (every > 0 && (layer + 1) % every == 0);
  return {shape.experts.any() && layer >= shape.experts.dense_layers, !sees_all};
}

double attention_matrix_parameters(const TransformerShape& shape) {
  const LatentAttention& l = shape.latent;
  if (!l.any()) return shape.hidden * shape.head_dim * (2 * shape.heads + 2 * shape.kv_heads);
  const double query = shape.heads * (l.nope_dim + l.rope_dim);
  const double queries = l.query_rank > 0 ? l.query_rank * (shape.hidden + query) : shape.hidden * query;
  const double keys_values = shape.hidden * (l.key_value_rank + l.rope_dim) +
                             l.key_value_rank * shape.heads * (l.nope_dim + l.value_dim);
  return queries + keys_values + shape.heads * l.value_dim * shape.hidden;
}

double block_matrix_parameters(const TransformerShape& shape) {
  const double matrices = shape.gated ? 3 : 2;
  const MixtureOfExperts& e = shape.experts;
  const double with_experts = e.any() ? shape.layers - e.dense_layers : 0;
  const double dense = shape.layers - with_experts;
  const double expert_columns = e.per_token * e.ffn + e.shared_ffn;
  return shape.layers * attention_matrix_parameters(shape) +
         shape.hidden * (dense * matrices * shape.ffn +
                         with_experts * (matrices * expert_columns + e.experts + (e.shared_gate ? 1 : 0)));
}

double matrix_parameters(const TransformerShape& shape) {
  return block_matrix_parameters(shape) + shape.vocabulary * shape.hidden;
}

}  // namespace headroom::models::transformer

namespace headroom::models {

double kv_bytes_per_token(const TransformerShape& shape, double bytes_per_element) {
  if (shape.latent.any())
    return (shape.latent.key_value_rank + shape.latent.rope_dim) * bytes_per_element * shape.layers;
  return 2 * shape.kv_heads * shape.head_dim * bytes_per_element * shape.layers;
}

}  // namespace headroom::models
