// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/workloads/transformer_parts.hpp"
#include "models/workloads/transformer_shape.hpp"

namespace headroom::models {
namespace {

using namespace transformer;

// A decoder whose blocks are all alike.
class Transformer final : public Network {
 public:
  explicit Transformer(TransformerShape shape) : shape_(std::move(shape)) {}

  const std::string& name() const override { return shape_.name; }

  double parameters() const override {
    const ShardShape whole;
    const Rank rank(shape_, whole);
    const double head = shape_.tied ? 0 : head_parameters(rank);
    return shape_.layers * block_parameters(rank) + embedding_parameters(rank) + norm_parameters(shape_) +
           head;
  }

  int layer_count() const override { return shape_.layers; }
  int layer_class(int) const override { return 0; }

  Layer layer(int index, const ShardShape& how) const override {
    const Rank rank(shape_, how);
    return finished("block " + std::to_string(index), rank, {attention_segment(rank), mlp_segment(rank)},
                    block_parameters(rank), block_activations(rank));
  }
  Layer first(const ShardShape& how) const override {
    const Rank rank(shape_, how);
    return finished("embedding", rank, {embedding_segment(rank)}, embedding_parameters(rank),
                    embedding_activations(rank));
  }
  Layer last(const ShardShape& how) const override {
    const Rank rank(shape_, how);
    const double head = shape_.tied ? 0 : head_parameters(rank);
    return finished("head", rank, {head_segment(rank)}, norm_parameters(shape_) + head,
                    head_activations(rank));
  }
  double tied_parameters(const ShardShape& how) const override {
    return shape_.tied ? head_parameters(Rank(shape_, how)) : 0;
  }

  double units_per_sample() const override { return shape_.sequence; }
  const char* unit_name() const override { return "tokens"; }

  // Korthikanti et al., arXiv:2205.05198, appendix A, eq. 7 generalised: for ffn = 4h it is
  // 72 s L h^2 (1 + s/(6h) + V/(12hL)).
  double model_flops_per_sample() const override {
    const double per_token =
        2 * matrix_parameters(shape_) + 4 * shape_.sequence * shape_.heads * shape_.head_dim * shape_.layers;
    return 3 * shape_.sequence * per_token;
  }
  const char* model_flops_convention() const override {
    return "3 x forward; forward = 2 FLOP per token and matrix weight (output head included) + 4 x sequence "
           "x heads x "
           "head_dim per token and layer: full attention, not halved for causality (Korthikanti et al. 2022, "
           "app. A)";
  }

  // Token numbers on disk take 2 bytes where the vocabulary allows (Megatron-LM's indexed datasets), else 4.
  double stored_bytes_per_sample() const override {
    constexpr double largest_16_bit_vocabulary = 65500;
    return shape_.sequence * (shape_.vocabulary < largest_16_bit_vocabulary ? 2 : 4);
  }
  // Tokens and labels reach the accelerator as 64-bit integers.
  double input_bytes_per_sample() const override { return shape_.sequence * 2 * 8; }
  bool decodes_images() const override { return false; }

  std::string tensor_width_problem(int tensor) const override { return width_problem(shape_, tensor); }

 private:
  TransformerShape shape_;
};

}  // namespace

std::shared_ptr<const Network> make_transformer(const TransformerShape& shape) {
  transformer::check(shape);
  return std::make_shared<Transformer>(shape);
}

}  // namespace headroom::models
