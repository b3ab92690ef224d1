// SPDX-License-Identifier: Apache-2.0
// From a decoder to what can be simulated.
#include <algorithm>

#include "scenarios/import/imported_model.hpp"

namespace headroom::scenarios::hf {
namespace {

// What of a block the simulated ones lack; empty: nothing.
std::string strange(const Block& block) {
  if (block.delta) return "linear attention";
  if (block.mamba) return "state space layers";
  if (!block.attention || (!block.mlp && !block.experts)) return "layers without attention or MLP";
  if (block.mlp && block.experts) return "an MLP beside the experts";
  if (block.experts && block.experts->latent > 0) return "experts that see tokens of a narrower width";
  const Attention& a = *block.attention;
  if (a.index_heads > 0) return "attention to tokens that an index picks";
  if (a.output_gate) return "gated attention";
  if (a.query_width > 0) return "queries that pass through a narrower width";
  if (a.key_is_value) return "attention without values";
  if (a.kv_rank == 0 && a.key_dim != a.value_dim) return "keys and values of different widths";
  return "";
}

Attention without_window(Attention attention) {
  attention.window = 0;
  return attention;
}

// Of every so many layers the last sees all: found from the first that does; 0: none does.
int full_attention_every(const Decoder& decoder) {
  const auto full = std::find_if(decoder.layers.begin(), decoder.layers.end(),
                                 [](const Block& b) { return b.attention->window == 0; });
  return full == decoder.layers.end() ? 0 : static_cast<int>(full - decoder.layers.begin()) + 1;
}

int dense_layers(const Decoder& decoder) {
  const auto first = std::find_if(decoder.layers.begin(), decoder.layers.end(),
                                  [](const Block& b) { return b.experts.has_value(); });
  return first == decoder.layers.end() ? 0 : static_cast<int>(first - decoder.layers.begin());
}

// How the layers stand, in ways that a shape cannot say; empty: it can.
std::string strange_order(const Decoder& decoder) {
  const auto every = static_cast<std::size_t>(full_attention_every(decoder));
  const auto dense = static_cast<std::size_t>(dense_layers(decoder));
  const bool mixture = decoder.layers.back().experts.has_value();
  for (std::size_t i = 0; i < decoder.layers.size(); ++i) {
    const Block& block = decoder.layers[i];
    if (without_window(*block.attention) != without_window(*decoder.layers.front().attention))
      return "attention that differs from layer to layer";
    const bool sees_all = every > 0 && (i + 1) % every == 0;
    if ((block.attention->window == 0) != sees_all) return "windows in an order of their own";
    if (block.experts.has_value() != (mixture && i >= dense)) return "experts in some of the layers only";
  }
  return "";
}

double window_of(const Decoder& decoder) {
  double widest = 0;
  for (const Block& block : decoder.layers) widest = std::max(widest, block.attention->window);
  return widest;
}

models::MixtureOfExperts experts_of(const Decoder& decoder) {
  if (!decoder.layers.back().experts) return {};
  const Experts& experts = *decoder.layers.back().experts;
  models::MixtureOfExperts out;
  out.experts = experts.count;
  out.per_token = experts.per_token;
  out.ffn = experts.ffn;
  out.shared_ffn = experts.shared_ffn;
  out.shared_gate = experts.shared_gate;
  out.router_bias = experts.router_biases > 0;
  out.dense_layers = dense_layers(decoder);
  return out;
}

}  // namespace

std::string why_not_simulated(const Decoder& decoder) {
  for (const Block& block : decoder.layers)
    if (std::string what = strange(block); !what.empty()) return what;
  return strange_order(decoder);
}

models::TransformerShape shape_of(const Decoder& decoder) {
  const Block& first = decoder.layers.front();
  const Attention& attention = *first.attention;
  models::TransformerShape out;
  out.layers = static_cast<int>(decoder.layers.size());
  out.hidden = decoder.hidden;
  out.heads = attention.heads;
  out.kv_heads = attention.kv_heads;
  out.head_dim = attention.key_dim;
  out.ffn = first.mlp ? first.mlp->ffn : first.experts->ffn;
  out.vocabulary = decoder.vocabulary;
  out.gated = first.mlp ? first.mlp->gated : first.experts->gated;
  out.tied = decoder.tied;
  out.layer_norm = decoder.norm != Norm::rms;
  out.attention_bias = attention.bias;
  out.attention_out_bias = attention.out_bias;
  out.mlp_bias = first.mlp && first.mlp->bias;
  out.query_key_norm = attention.query_norm != QueryNorm::none;
  out.parallel = decoder.parallel;
  out.block_norms = first.norms;
  out.learned_positions = decoder.learned_positions;
  out.window = window_of(decoder);
  out.full_attention_every = out.window > 0 ? full_attention_every(decoder) : 0;
  out.experts = experts_of(decoder);
  if (attention.kv_rank > 0)
    out.latent = {attention.q_rank, attention.kv_rank, attention.rope_dim,
                  attention.key_dim - attention.rope_dim, attention.value_dim};
  return out;
}

std::vector<std::string> left_out(const Decoder& decoder) {
  const Block& block = decoder.layers.front();
  const bool expert_bias = decoder.layers.back().experts && decoder.layers.back().experts->bias;
  std::vector<std::string> out;
  if (block.attention->query_norm == QueryNorm::whole)
    out.emplace_back("norms of queries and keys over all heads: they are simulated head by head");
  if (block.attention->sinks) out.emplace_back("attention sinks");
  if (expert_bias) out.emplace_back("biases of experts");
  if (decoder.head_bias) out.emplace_back("bias of the output head");
  if (decoder.embedding_norm) out.emplace_back("norm of the embedding");
  return out;
}

}  // namespace headroom::scenarios::hf
