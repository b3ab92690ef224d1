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

bool divides(int parts, double whole) {
  return std::fmod(whole, parts) == 0;
}

// The dimension that `tensor` ranks cannot share, with its size; null when they can share all.
std::pair<const char*, double> unsplittable(const TransformerShape& shape, int tensor) {
  if (!divides(tensor, shape.heads)) return {"attention heads", shape.heads};
  // Fewer key/value heads than ranks are replicated, evenly.
  const bool kv_shared = shape.kv_heads >= tensor ? divides(tensor, shape.kv_heads)
                                                  : divides(static_cast<int>(shape.kv_heads), tensor);
  if (!kv_shared) return {"key/value heads", shape.kv_heads};
  if (!divides(tensor, shape.ffn)) return {"MLP columns", shape.ffn};
  return {nullptr, 0};
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

double block_matrix_parameters(const TransformerShape& shape) {
  const double attention = shape.hidden * shape.head_dim * (2 * shape.heads + 2 * shape.kv_heads);
  const double mlp = (shape.gated ? 3 : 2) * shape.hidden * shape.ffn;
  return shape.layers * (attention + mlp);
}

double matrix_parameters(const TransformerShape& shape) {
  return block_matrix_parameters(shape) + shape.vocabulary * shape.hidden;
}

}  // namespace headroom::models::transformer

namespace headroom::models {

double kv_bytes_per_token(const TransformerShape& shape, double bytes_per_element) {
  return 2 * shape.kv_heads * shape.head_dim * bytes_per_element * shape.layers;
}

}  // namespace headroom::models
