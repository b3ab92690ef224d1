// SPDX-License-Identifier: Apache-2.0
// BERT (Devlin et al., arXiv:1810.04805): the blocks of a transformer in which every token sees all others,
// and what it is trained to say.
#include <cmath>
#include <utility>

#include "models/workloads/linear.hpp"
#include "models/workloads/transformer_parts.hpp"
#include "models/workloads/transformer_shape.hpp"

namespace headroom::models {
namespace {

using namespace transformer;

// Devlin et al., section 3.1: 15 % of the tokens are predicted.
constexpr double masked_share = 0.15;
constexpr double sentence_kinds = 2;  // first or second of a pair: an embedding each, and two answers
constexpr double span_ends = 2;       // where an answer begins and where it ends

// What the head sees: the predicted tokens with the vocabulary, or all tokens with two scores each.
TransformerShape head_shape(const EncoderShape& shape) {
  TransformerShape head = shape.blocks;
  if (shape.task == EncoderTask::span)
    head.vocabulary = span_ends;
  else
    head.sequence = std::ceil(masked_share * head.sequence);
  return head;
}

class Encoder final : public Network {
 public:
  explicit Encoder(EncoderShape shape)
      : task_(shape.task),
        filled_share_(shape.filled_share),
        blocks_(shape.blocks),
        head_(head_shape(shape)) {}

  const std::string& name() const override { return blocks_.name; }
  double parameters() const override {
    const ShardShape whole;
    return blocks_.layers * block_parameters(Rank(blocks_, whole)) + first_parameters(whole) +
           last_parameters();
  }
  int layer_count() const override { return blocks_.layers; }
  int layer_class(int) const override { return 0; }

  Layer layer(int index, const ShardShape& padded) const override {
    const ShardShape how = filled(padded);
    const Rank rank(blocks_, how);
    return finished("block " + std::to_string(index), rank, {attention_segment(rank), mlp_segment(rank)},
                    block_parameters(rank), block_activations(rank));
  }
  Layer first(const ShardShape& padded) const override {
    const ShardShape how = filled(padded);
    const Rank rank(blocks_, how);
    Segment segment = embedding_segment(rank);
    segment.forward.push_back(norm_forward(rank, "embedding norm"));
    segment.backward.insert(segment.backward.begin(), norm_backward(rank, "embedding norm gradient"));
    return finished("embedding", rank, {std::move(segment)}, first_parameters(how),
                    embedding_activations(rank));
  }
  Layer last(const ShardShape& padded) const override {
    const ShardShape how = filled(padded);
    const Rank rank(head_, how);
    Segment segment = head_segment(rank);
    if (task_ == EncoderTask::masked_tokens) {
      const Linear transform{"head transform",
                             "head transform input gradient",
                             "head transform weight gradient",
                             rank.tokens,
                             head_.hidden,
                             head_.hidden,
                             rank.how.precision};
      transform.append_forward(segment.forward);
      transform.append_backward(segment.backward);
    }
    return finished("head", rank, {std::move(segment)}, last_parameters(), head_activations(rank));
  }
  double tied_parameters(const ShardShape& how) const override {
    return task_ == EncoderTask::masked_tokens ? head_parameters(Rank(blocks_, how)) : 0;
  }

  double units_per_sample() const override { return blocks_.sequence; }
  const char* unit_name() const override { return "tokens"; }
  double model_flops_per_sample() const override {
    const double scores = 4 * blocks_.sequence * blocks_.heads * blocks_.head_dim * blocks_.layers;
    const double blocks = blocks_.sequence * (2 * block_matrix_parameters(blocks_) + scores);
    const double transform = task_ == EncoderTask::masked_tokens ? head_.hidden * head_.hidden : 0;
    return 3 * filled_share_ * (blocks + 2 * head_.sequence * (transform + head_.hidden * head_.vocabulary));
  }
  const char* model_flops_convention() const override {
    return "3 x forward; forward = 2 FLOP per token and matrix weight of the blocks, and of the head per "
           "token that it "
           "sees, + 4 x sequence x heads x head_dim per token and layer";
  }

  double stored_bytes_per_sample() const override { return blocks_.sequence * 2; }  // 16-bit token numbers
  // Tokens, kinds of sentence and labels reach the accelerator as 64-bit integers.
  double input_bytes_per_sample() const override { return blocks_.sequence * 3 * 8; }
  bool decodes_images() const override { return false; }
  std::string tensor_width_problem(int tensor) const override { return width_problem(blocks_, tensor); }
  std::string context_width_problem(int context, ContextExchange exchange, int tensor) const override {
    return context_problem(blocks_, context, exchange, tensor);
  }

 private:
  // Without padding a microbatch is so many fewer full sequences.
  [[nodiscard]] ShardShape filled(ShardShape how) const {
    how.microbatch *= filled_share_;
    return how;
  }
  [[nodiscard]] double first_parameters(const ShardShape& how) const {
    return embedding_parameters(Rank(blocks_, how)) + sentence_kinds * blocks_.hidden +
           norm_parameters(blocks_);
  }
  // The embedding is the masked head's matrix, too. A pooler and two scores say whether sentences follow each
  // other.
  [[nodiscard]] double last_parameters() const {
    const double h = blocks_.hidden, dense = h * h + h, two_scores = (h + 1) * sentence_kinds;
    if (task_ == EncoderTask::span) return two_scores;
    return dense + norm_parameters(blocks_) + blocks_.vocabulary + dense + two_scores;
  }

  EncoderTask task_;
  double filled_share_;
  TransformerShape blocks_, head_;
};

}  // namespace

std::shared_ptr<const Network> make_encoder(EncoderShape shape) {
  shape.blocks.causal = false;
  transformer::check(shape.blocks);
  return std::make_shared<Encoder>(std::move(shape));
}

}  // namespace headroom::models
