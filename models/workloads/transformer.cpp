// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/workloads/transformer_adapters.hpp"
#include "models/workloads/transformer_shape.hpp"

namespace headroom::models {
namespace {

using namespace transformer;

// A decoder.
class Transformer final : public Network {
 public:
  explicit Transformer(TransformerShape shape) : shape_(std::move(shape)) {}

  const std::string& name() const override { return shape_.name; }

  double parameters() const override {
    const ShardShape whole;
    const Rank rank(shape_, whole);
    double sum =
        embedding_parameters(rank) + norm_parameters(shape_) + (shape_.tied ? 0 : head_parameters(rank));
    for (int i = 0; i < shape_.layers; ++i) {
      const Rank block(shape_, whole, kind_of_layer(shape_, i));
      sum += block_parameters(block) + block_adapter_parameters(block) + expert_parameters(block);
    }
    return sum;
  }

  int layer_count() const override { return shape_.layers; }
  int layer_class(int index) const override { return kind_of_layer(shape_, index).number(); }

  Layer layer(int index, const ShardShape& how) const override {
    const Rank rank(shape_, how, kind_of_layer(shape_, index));
    const bool adapts = shape_.adapters.any();
    Layer layer =
        finished("block " + std::to_string(index), rank, block_segments(rank),
                 adapts ? block_adapter_parameters(rank) : block_parameters(rank), block_activations(rank));
    layer.expert_parameters = expert_parameters(rank);
    layer.frozen_bytes = adapts ? frozen_block_bytes(rank) : 0;
    return layer;
  }
  Layer first(const ShardShape& how) const override {
    const Rank rank(shape_, how);
    return maybe_frozen(finished("embedding", rank, {embedding_segment(rank)}, embedding_parameters(rank),
                                 embedding_activations(rank)),
                        rank);
  }
  Layer last(const ShardShape& how) const override {
    const Rank rank(shape_, how);
    const double head = shape_.tied ? 0 : head_parameters(rank);
    return maybe_frozen(
        finished("head", rank, {head_segment(rank)}, norm_parameters(shape_) + head, head_activations(rank)),
        rank);
  }
  double tied_parameters(const ShardShape& how) const override {
    return shape_.tied && !shape_.adapters.any() ? head_parameters(Rank(shape_, how)) : 0;
  }
  double tied_frozen_bytes(const ShardShape& how) const override {
    const Rank rank(shape_, how);
    return shape_.tied && shape_.adapters.any() ? head_parameters(rank) * rank.element_bytes : 0;
  }

  double units_per_sample() const override { return shape_.sequence; }
  const char* unit_name() const override { return "tokens"; }

  // Korthikanti et al., arXiv:2205.05198, appendix A, eq. 7 generalised: for ffn = 4h it is
  // 72 s L h^2 (1 + s/(6h) + V/(12hL)).
  double model_flops_per_sample() const override {
    const LatentAttention& l = shape_.latent;
    const double both_dims = l.any() ? l.nope_dim + l.rope_dim + l.value_dim : 2 * shape_.head_dim;
    double keys = 0;  // of all layers
    for (int i = 0; i < shape_.layers; ++i)
      keys += kind_of_layer(shape_, i).windowed ? std::min(shape_.window, shape_.sequence) : shape_.sequence;
    const double matrices = 2 * matrix_parameters(shape_), scores = 2 * keys * shape_.heads * both_dims;
    if (shape_.adapters.any())
      return shape_.sequence * (2 * matrices + 3 * (2 * adapter_parameters(shape_) + scores));
    return 3 * shape_.sequence * (matrices + scores);
  }
  const char* model_flops_convention() const override {
    if (shape_.adapters.any())
      return "2 x forward for frozen matrices (no gradient of their weights), 3 x for adapters and "
             "attention; "
             "forward = 2 FLOP per token and weight + 4 x sequence x heads x head_dim per token and layer "
             "(full attention, not halved for causality)";
    return "3 x forward; forward = 2 FLOP per token and matrix weight that it is multiplied with (of routed "
           "experts those that it goes to, output head included) + 4 x sequence (or window) x heads x "
           "head_dim per "
           "token and layer: full attention, not halved for causality (Korthikanti et al. 2022, app. A)";
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
  std::string context_width_problem(int context, ContextExchange exchange, int tensor) const override {
    return context_problem(shape_, context, exchange, tensor);
  }
  int routed_experts() const override { return static_cast<int>(shape_.experts.experts); }

 private:
  // Beside adapters, an end is frozen whole.
  [[nodiscard]] Layer maybe_frozen(Layer end, const Rank& rank) const {
    if (!shape_.adapters.any()) return end;
    end.frozen_bytes = end.parameters * rank.element_bytes;
    end.parameters = 0;
    return end;
  }

  TransformerShape shape_;
};

}  // namespace

double active_parameters(const TransformerShape& shape) {
  TransformerShape active = shape;
  active.experts.experts = shape.experts.per_token;
  const double idle_rows = shape.experts.any() ? (shape.experts.experts - shape.experts.per_token) : 0;
  const double router = (shape.layers - shape.experts.dense_layers) * idle_rows *
                        (shape.hidden + (shape.experts.router_bias ? 1 : 0));
  return Transformer(active).parameters() + router;
}

std::shared_ptr<const Network> make_transformer(const TransformerShape& shape) {
  transformer::check(shape);
  if (!shape.adapters.any()) return std::make_shared<Transformer>(shape);
  TransformerShape named = shape;
  named.name = fmt::format("{}, adapters of rank {}", shape.name, shape.adapters.rank);
  return std::make_shared<Transformer>(named);
}

}  // namespace headroom::models
