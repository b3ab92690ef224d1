// SPDX-License-Identifier: Apache-2.0
// Parts that change a model's shape and that decoder.hpp has no words for: counted wrong, they would be a
// guess.
#include <fmt/format.h>

#include "scenarios/import/read_decoder.hpp"

namespace headroom::scenarios::hf {
namespace {

struct Stranger {
  std::string_view key, what;
};
// By their being there with anything but false or zero.
constexpr Stranger strangers[] = {
    {"draft_vocab_size", "a draft model for speculative decoding, which cannot run without its target"},
    {"eagle_config", "a draft model for speculative decoding, which cannot run without its target"},
    {"dflash_config", "a draft model for speculative decoding, which cannot run without its target"},
    {"is_encoder_decoder", "an encoder-decoder"},
    {"compress_ratios", "compressed sparse attention"},
    {"hc_mult", "hyper-connections"},
    {"linear_attn_config", "Kimi's linear attention"},
    {"num_kv_shared_layers", "layers that share keys and values"},
    {"hidden_size_per_layer_input", "embeddings of every layer"},
    {"use_double_wide_mlp", "MLPs of two widths"},
    {"cross_attention_layers", "cross attention to images"},
    {"block_configs", "layers that each have their own width"},
    {"hybrid_block_config", "layers that each have their own width"},
    {"mamba_d_state", "Jamba's or Bamba's Mamba layers"},
    {"rwkv_version", "RWKV"},
    {"block_ff_dim", "LFM2's short convolutions"},
};

bool says_no(const Node& node) {
  return (node.is(Node::Kind::boolean) && !node.boolean) ||
         (node.is(Node::Kind::number) && node.number == 0) ||
         (node.is(Node::Kind::array) && node.items.empty());
}

void refuse_lightning(const Config& config) {
  const Node* types = config.find("attn_type_list");
  if (types == nullptr) return;
  for (const Node& item : types->items)
    if (!item.is(Node::Kind::number) || item.number != 1)
      throw config.refuse("attn_type_list", "softmax attention (1) in every layer", item.shown());
}

void refuse_projected_embedding(const Config& config) {
  const Node* width = config.find("word_embed_proj_dim");
  const Node* hidden = config.find("hidden_size");
  if (width != nullptr && hidden != nullptr && width->shown() != hidden->shown())
    throw config.refuse("word_embed_proj_dim",
                        "the hidden_size (an embedding of another width is not described)");
}

// MPT with biases or a table of positions: the public ones have neither.
void refuse_other_mpt(const Config& config) {
  if (config.text("model_type") != "mpt") return;
  const Node* attention = config.find("attn_config");
  const Node* alibi = attention == nullptr ? nullptr : attention->find("alibi");
  if (alibi != nullptr && says_no(*alibi))
    throw config.refuse("attn_config", "alibi (a table of positions is not described)");
  const Node* unbiased = config.find("no_bias");
  if (unbiased != nullptr && says_no(*unbiased))
    throw config.refuse("no_bias", "true (biases of MPT are not described)");
}

}  // namespace

void refuse_others(const Config& config) {
  for (const Stranger& stranger : strangers) {
    const Node* node = config.find(stranger.key);
    if (node == nullptr || says_no(*node)) continue;
    throw config.refuse(stranger.key, "a decoder that stands by itself and that Headroom can describe",
                        stranger.what);
  }
  if (config.find("image_size") != nullptr && !config.has("vocabulary"))
    throw config.refuse("image_size", "a language model", "a model of images, without a vocabulary");
  refuse_lightning(config);
  refuse_projected_embedding(config);
  refuse_other_mpt(config);
}

}  // namespace headroom::scenarios::hf
