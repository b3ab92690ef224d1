// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/vision.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "models/workloads/linear.hpp"
#include "models/workloads/transformer_parts.hpp"
#include "models/workloads/transformer_shape.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using namespace transformer;

constexpr double channels = 3;              // red, green, blue
constexpr double image_file_bytes = 110e3;  // of ImageNet's training images, on the mean (148 GB / 1.28 M)

class Vision final : public Network {
 public:
  explicit Vision(VisionShape shape) : shape_(std::move(shape)), answer_(shape_.blocks) {
    answer_.sequence = 1;  // the head reads one token an image
  }

  const std::string& name() const override { return shape_.blocks.name; }
  double parameters() const override {
    const ShardShape whole;
    return blocks().layers * block_parameters(Rank(blocks(), whole)) + first_parameters() +
           last_parameters(Rank(answer_, whole));
  }
  int layer_count() const override { return blocks().layers; }
  int layer_class(int) const override { return 0; }

  Layer layer(int index, const ShardShape& how) const override {
    const Rank rank(blocks(), how);
    return finished("block " + std::to_string(index), rank, block_segments(rank), block_parameters(rank),
                    block_activations(rank));
  }
  // A matrix over the pixels of each patch, and the positions added. Nobody asks for the gradient of images.
  Layer first(const ShardShape& how) const override {
    const Rank rank(blocks(), how);
    const double patches = how.microbatch * shape_.patches(), hidden = blocks().hidden;
    const Precision p = at_least_16_bit(how.precision);
    Segment segment;
    segment.name = "patches";
    segment.forward = {gemm("patch embedding", patches, hidden, pixels(), p),
                       memory_bound("positions", 3 * rank.stream_bytes())};
    segment.backward = {memory_bound("positions gradient", 3 * rank.stream_bytes()),
                        gemm("patch embedding weight gradient", pixels(), hidden, patches, p)};
    segment.backward.back().weight_gradient = true;
    return finished("patches", rank, {std::move(segment)}, first_parameters(),
                    {patches * pixels() * rank.element_bytes, 0});
  }
  Layer last(const ShardShape& how) const override {
    const Rank rank(answer_, how);
    return finished("head", rank, {head_segment(rank)}, last_parameters(rank), head_activations(rank));
  }
  double tied_parameters(const ShardShape&) const override { return 0; }

  double units_per_sample() const override { return 1; }
  const char* unit_name() const override { return "images"; }
  double model_flops_per_sample() const override {
    const double scores = 4 * blocks().sequence * blocks().heads * blocks().head_dim * blocks().layers;
    const double ends = shape_.patches() * pixels() * blocks().hidden + blocks().hidden * shape_.classes;
    return 3 * (blocks().sequence * (2 * block_matrix_parameters(blocks()) + scores) + 2 * ends);
  }
  const char* model_flops_convention() const override {
    return "3 x forward; forward = 2 FLOP per multiply-add of matrix products (patches and head included) + "
           "4 "
           "x tokens x heads x head_dim per token and layer";
  }

  double stored_bytes_per_sample() const override { return image_file_bytes; }
  // Decoded, cropped and normalised on the host, handed over in fp32.
  double input_bytes_per_sample() const override {
    return channels * shape_.image * shape_.image * bytes_of(Precision::fp32);
  }
  bool decodes_images() const override { return true; }
  std::string tensor_width_problem(int tensor) const override { return width_problem(blocks(), tensor); }
  std::string context_width_problem(int context, ContextExchange exchange, int tensor) const override {
    return context_problem(blocks(), context, exchange, tensor);
  }

 private:
  [[nodiscard]] const TransformerShape& blocks() const { return shape_.blocks; }
  [[nodiscard]] double pixels() const { return channels * shape_.patch * shape_.patch; }
  // Matrix and bias of the patches, positions of all tokens, and the token that the answer is read from.
  [[nodiscard]] double first_parameters() const {
    return (pixels() + 1 + blocks().sequence + 1) * blocks().hidden;
  }
  [[nodiscard]] double last_parameters(const Rank& rank) const {
    return norm_parameters(answer_) + head_parameters(rank) + rank.vocabulary;
  }

  VisionShape shape_;
  TransformerShape answer_;
};

}  // namespace

std::shared_ptr<const Network> make_vision(VisionShape shape) {
  TransformerShape& blocks = shape.blocks;
  if (!(shape.patch >= 1) || std::fmod(shape.image, shape.patch) != 0)
    throw bad_input(fmt::format("model {}: patches must cut the image of {} pixels evenly, found {}",
                                blocks.name, shape.image, shape.patch));
  blocks.sequence = blocks.learned_positions = shape.patches() + 1;
  blocks.vocabulary = shape.classes;
  blocks.causal = blocks.tied = false;
  transformer::check(blocks);
  return std::make_shared<Vision>(std::move(shape));
}

}  // namespace headroom::models
