// SPDX-License-Identifier: Apache-2.0
// From a decoder to what can be simulated.
#include <algorithm>

#include "scenarios/import/imported_model.hpp"

namespace headroom::scenarios::hf {
namespace {

// What of an attention the simulated one lacks; empty: nothing.
std::string strange(const Attention& a) {
  if (a.kv_rank > 0) return "latent attention";
  if (a.output_gate) return "gated attention";
  if (a.query_width > 0) return "queries that pass through a narrower width";
  if (a.key_is_value) return "attention without values";
  if (a.key_dim != a.value_dim) return "keys and values of different widths";
  return "";
}

}  // namespace

double narrowest_window(const Decoder& decoder) {
  double narrowest = 0;
  for (const Block& block : decoder.layers) {
    const double window = block.attention ? block.attention->window : 0;
    if (window > 0 && (narrowest == 0 || window < narrowest)) narrowest = window;
  }
  return narrowest;
}

Decoder without_windows(Decoder decoder) {
  for (Block& block : decoder.layers)
    if (block.attention) block.attention->window = 0;
  return decoder;
}

std::string why_not_simulated(const Decoder& decoder) {
  for (const Block& block : decoder.layers) {
    if (block.delta) return "linear attention";
    if (block.mamba) return "state space layers";
    if (block.experts) return "mixture of experts";
    if (!block.attention || !block.mlp) return "layers without attention or MLP";
    if (std::string what = strange(*block.attention); !what.empty()) return what;
    if (!(block == decoder.layers.front())) return "layers that differ from each other";
  }
  return "";
}

models::TransformerShape shape_of(const Decoder& decoder) {
  const Attention& attention = *decoder.layers.front().attention;
  const Mlp& mlp = *decoder.layers.front().mlp;
  models::TransformerShape out;
  out.layers = static_cast<int>(decoder.layers.size());
  out.hidden = decoder.hidden;
  out.heads = attention.heads;
  out.kv_heads = attention.kv_heads;
  out.head_dim = attention.key_dim;
  out.ffn = mlp.ffn;
  out.vocabulary = decoder.vocabulary;
  out.gated = mlp.gated;
  out.tied = decoder.tied;
  out.layer_norm = decoder.norm != Norm::rms;
  out.attention_bias = attention.bias;
  out.attention_out_bias = attention.out_bias;
  out.mlp_bias = mlp.bias;
  out.learned_positions = decoder.learned_positions;
  return out;
}

std::vector<std::string> left_out(const Decoder& decoder) {
  const Block& block = decoder.layers.front();
  std::vector<std::string> out;
  if (block.attention->query_norm != QueryNorm::none) out.emplace_back("norms of queries and keys");
  if (block.attention->sinks) out.emplace_back("attention sinks");
  if (decoder.parallel)
    out.emplace_back("attention and MLP side by side: they are simulated one after the other");
  if (!decoder.parallel && block.norms > 2) out.emplace_back("norms after attention and MLP");
  if (decoder.head_bias) out.emplace_back("bias of the output head");
  if (decoder.embedding_norm) out.emplace_back("norm of the embedding");
  return out;
}

}  // namespace headroom::scenarios::hf
