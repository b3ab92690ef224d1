// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/network_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using models::TransformerShape;

constexpr int most_layers = 10000;  // far beyond any model, and quickly walked over

bool within(double found, double expected, double tolerance) {
  return std::abs(found / expected - 1) <= tolerance;
}

// Whether the output head shares the embedding shows in the number of parameters, where that is stated.
bool is_tied(TransformerShape shape, double parameters) {
  shape.tied = false;
  const double apart = models::make_transformer(shape)->parameters();
  shape.tied = true;
  const double shared = models::make_transformer(shape)->parameters();
  return std::abs(parameters - shared) < std::abs(parameters - apart);
}

void read_experts(const Fields& record, models::MixtureOfExperts& experts) {
  if (!record.has("model.moe")) return;
  experts.experts = record.need_count("model.moe.experts");
  experts.per_token = record.need_count("model.moe.topk");
  experts.ffn = record.need_count("model.moe.moe_ffn");
  experts.shared_ffn = experts.ffn * record.count_or("model.moe.shared", 0);
  experts.dense_layers = record.count_or("model.moe.dense_layers", 0);
}

void read_latent_attention(const Fields& record, models::LatentAttention& latent) {
  if (!record.has("model.mla")) return;
  latent.query_rank = record.count_or("model.mla.q_lora", 0);
  latent.key_value_rank = record.need_count("model.mla.kv_lora");
  latent.nope_dim = record.need_count("model.mla.qk_nope");
  latent.rope_dim = record.need_count("model.mla.qk_rope");
  latent.value_dim = record.need_count("model.mla.v");
}

// "alternate layers, window 128"
void read_window(const Fields& record, TransformerShape& shape) {
  const auto words = record.text("model.swa");
  if (!words) return;
  const std::string_view alternating = "alternate layers, window ";
  if (!words->starts_with(alternating))
    throw record.refuse("model.swa", fmt::format("{}and its tokens", alternating));
  shape.window = std::strtod(words->c_str() + alternating.size(), nullptr);
  shape.full_attention_every = 2;
}

std::shared_ptr<const models::Network> decoder(const Fields& record, const models::Adapters& adapters) {
  if (record.flag("model.hybrid"))
    throw bad_input("model: layers of a hybrid (Mamba, linear or sparse attention) are not modelled");
  TransformerShape shape;
  shape.name = record.text("model.name").value_or("model");
  shape.layers = record.need_count("model.layers");
  if (shape.layers > most_layers) throw record.refuse("model.layers", fmt::format("at most {}", most_layers));
  shape.hidden = record.need_count("model.hidden");
  shape.heads = record.need_count("model.heads");
  shape.kv_heads = record.count_or("model.kv_heads", static_cast<int>(shape.heads));
  shape.head_dim = record.number("model.head_dim").value_or(shape.hidden / shape.heads);
  shape.ffn = record.need_count("model.ffn");
  shape.vocabulary = record.need_count("model.vocab");
  shape.sequence = record.need_count("model.seq");
  shape.gated = record.flag("model.gated");
  shape.layer_norm = !shape.gated;  // GPT kind; gated models are of the Llama kind
  read_experts(record, shape.experts);
  read_latent_attention(record, shape.latent);
  read_window(record, shape);
  if (const auto parameters = record.number("model.params")) shape.tied = is_tied(shape, *parameters);
  shape.adapters = adapters;
  return models::make_transformer(shape);
}

// Pretraining of BERT on Wikipedia in software that leaves out padding: NVIDIA's for PyTorch and Paddle from
// 2021 on (bins by length, LDDL; unpadded attention in MLPerf). Shares of tokens by longest sequence: Krell
// et al., 2107.02027, fig. 1 ("theoretical speed-up" 2.001 at 512, half of all tokens is padding; 1.742 at
// 384 and 1.210 at 128 from memory of it).
constexpr auto unpadding_frameworks = std::to_array<std::string_view>({"pytorch", "paddle"});
constexpr int unpadding_year = 2021;
struct FilledShare {
  double sequence, share;
};
constexpr FilledShare wikipedia[] = {{128, 1 / 1.210}, {384, 1 / 1.742}, {512, 1 / 2.001}};

double filled_share(const Fields& record, double sequence) {
  const std::string framework = record.text("software.framework").value_or("unknown");
  const bool can = std::find(unpadding_frameworks.begin(), unpadding_frameworks.end(), framework) !=
                   unpadding_frameworks.end();
  if (!can || record.count_or("software.year", 0) < unpadding_year) return 1;
  for (const FilledShare& known : wikipedia) {
    if (known.sequence == sequence) return known.share;
  }
  return 1;
}

// BERT: learned positions for 512 tokens, dropout, biases everywhere (Devlin et al., 1810.04805).
std::shared_ptr<const models::Network> encoder(const Fields& record) {
  models::EncoderShape shape;
  TransformerShape& blocks = shape.blocks;
  blocks.name = record.text("model.name").value_or("model");
  blocks.layers = record.need_count("model.layers");
  if (blocks.layers > most_layers)
    throw record.refuse("model.layers", fmt::format("at most {}", most_layers));
  blocks.hidden = record.need_count("model.hidden");
  blocks.heads = blocks.kv_heads = record.need_count("model.heads");
  blocks.head_dim = blocks.hidden / blocks.heads;
  blocks.ffn = record.need_count("model.ffn");
  blocks.vocabulary = record.need_count("model.vocab");
  blocks.sequence = record.need_count("model.seq");
  blocks.layer_norm = blocks.attention_bias = blocks.attention_out_bias = blocks.mlp_bias = blocks.dropout =
      true;
  blocks.learned_positions = 512;
  if (record.text("task") == "finetune")
    shape.task = models::EncoderTask::span;
  else
    shape.filled_share = filled_share(record, blocks.sequence);
  return models::make_encoder(shape);
}

// Letters and digits, lower case: "ResNet-50 v1.5" = "resnet50v15".
std::string plain(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

struct ImageNetwork {
  const char* name;  // plain
  const char* id;
};
constexpr ImageNetwork image_networks[] = {{"resnet18", "resnet18"},
                                           {"resnet34", "resnet34"},
                                           {"resnet50", "resnet50"},
                                           {"resnet50v15", "resnet50"},
                                           {"resnet101", "resnet101"},
                                           {"resnet152", "resnet152"},
                                           {"vgg11", "vgg11"},
                                           {"vgg16", "vgg16"},
                                           {"vgg19", "vgg19"},
                                           {"alexnet", "alexnet"},
                                           {"inceptionv3", "inception-v3"},
                                           {"yolov3voc", "yolo-v3"},
                                           {"resnet18cifar1032x32", "resnet18-cifar"}};
// Published counts are rounded and taken on more than one build: version 1 of ResNet-50 has 5 % fewer
// multiply-adds than 1.5.
constexpr double parameter_tolerance = 0.02, multiply_add_tolerance = 0.1;

std::shared_ptr<const models::Network> image_network(const Fields& record) {
  const std::string name = record.need_text("model.name");
  const auto parameters = record.number("model.params"), macs = record.number("model.fwd_macs_per_image");
  for (const ImageNetwork& known : image_networks) {
    if (plain(name) != known.name) continue;
    auto network = models::make_cnn(known.id);
    if (parameters && !within(*parameters, network->parameters(), parameter_tolerance))
      throw record.refuse("model.params", fmt::format("{} of {}", network->parameters(), known.id));
    // Model FLOPs: forward and twice as much backward, two for a multiply-add.
    const double multiply_adds = network->model_flops_per_sample() / 6;
    if (macs && !within(*macs, multiply_adds, multiply_add_tolerance))
      throw record.refuse("model.fwd_macs_per_image", fmt::format("{} of {}", multiply_adds, known.id));
    return network;
  }
  throw bad_input(fmt::format("model.name: Headroom has no network {}", in_quotes(name)));
}

}  // namespace

std::shared_ptr<const models::Network> network_of(const Fields& record, const models::Adapters& adapters) {
  const std::string kind = record.need_text("kind");
  if (kind == "dense-llm" || kind == "moe-llm") return decoder(record, adapters);
  if (adapters.any())
    throw record.refuse("task", fmt::format("another than lora for a model of kind {}", in_quotes(kind)));
  if (kind == "cnn") return image_network(record);
  if (kind == "bert") return encoder(record);
  throw bad_input(fmt::format("kind: training of {} is not modelled", in_quotes(kind)));
}

}  // namespace headroom::scenarios::validation
