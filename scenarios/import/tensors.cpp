// SPDX-License-Identifier: Apache-2.0
// Which tensors a module has follows the modeling files of Hugging Face transformers (v4.57) and, for models
// that bring their own code, the files beside their configuration.
#include "scenarios/import/tensors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::scenarios::hf {
namespace {

class Inventory {
 public:
  explicit Inventory(const Decoder& decoder) : decoder_(decoder) {}

  void block(const Block& block, std::size_t index) {
    layer_ = fmt::format("layers.{}", index);
    if (block.attention) attention(*block.attention);
    if (block.delta) delta(*block.delta);
    if (block.mamba) mamba(*block.mamba);
    if (block.mlp) mlp("mlp", *block.mlp);
    if (block.experts) experts(*block.experts);
    add(layer_ + ".layernorm", block.norms * norm(decoder_.hidden));
  }
  void ends() {
    add("embed_tokens", decoder_.vocabulary * decoder_.hidden, Role::embedding);
    add("embed_positions", decoder_.learned_positions * decoder_.hidden, Role::embedding);
    add("norm", (decoder_.embedding_norm ? 2 : 1) * norm(decoder_.hidden));
    if (!decoder_.tied) add("lm_head", decoder_.vocabulary * decoder_.hidden, Role::head);
    if (decoder_.head_bias) add("lm_head.bias", decoder_.vocabulary);
  }

  std::vector<Tensor> rows;

 private:
  void add(std::string module, double parameters, Role role = Role::other) {
    if (parameters > 0) rows.push_back({std::move(module), parameters, parameters, role, false});
  }
  void matrix(const std::string& module, double in, double out, bool bias) {
    add(module, in * out, Role::matrix);
    if (bias) add(module + ".bias", out);
  }
  [[nodiscard]] double norm(double width) const { return decoder_.norm == Norm::layer ? 2 * width : width; }

  void attention(const Attention& a) {
    const std::string name = layer_ + ".self_attn";
    if (a.kv_rank > 0)
      latent(name, a);
    else
      plain(name, a);
    matrix(name + ".o_proj", a.heads * a.value_dim, decoder_.hidden, a.out_bias);
    if (a.sinks) add(name + ".sinks", a.heads);
    indexer(name + ".indexer", a);
  }
  void plain(const std::string& name, const Attention& a) {
    const double queries = a.heads * a.key_dim, keys = a.kv_heads * a.key_dim;
    const double query_input = a.query_width > 0 ? a.query_width : decoder_.hidden;
    if (a.query_width > 0) {
      matrix(name + ".q_proj", decoder_.hidden, a.query_width, false);
      add(name + ".inter_norm", a.query_width);
    }
    matrix(name + (a.query_width > 0 ? ".wq" : ".q_proj"), query_input, (a.output_gate ? 2 : 1) * queries,
           a.bias);
    matrix(name + ".k_proj", decoder_.hidden, keys, a.bias);
    if (!a.key_is_value) matrix(name + ".v_proj", decoder_.hidden, a.kv_heads * a.value_dim, a.bias);
    if (a.query_norm == QueryNorm::per_head) add(name + ".qk_norm", 2 * norm(a.key_dim));
    if (a.query_norm == QueryNorm::whole) add(name + ".qk_norm", norm(queries) + norm(keys));
  }
  void latent(const std::string& name, const Attention& a) {
    const double queries = a.heads * a.key_dim;
    if (a.q_rank > 0) {
      matrix(name + ".q_a_proj", decoder_.hidden, a.q_rank, a.bias);
      add(name + ".q_a_layernorm", a.q_rank);
      matrix(name + ".q_b_proj", a.q_rank, queries, false);
    } else {
      matrix(name + ".q_proj", decoder_.hidden, queries, false);
    }
    matrix(name + ".kv_a_proj_with_mqa", decoder_.hidden, a.kv_rank + a.rope_dim, a.bias);
    add(name + ".kv_a_layernorm", a.kv_rank);
    matrix(name + ".kv_b_proj", a.kv_rank, a.heads * (a.key_dim - a.rope_dim + a.value_dim), false);
  }
  void indexer(const std::string& name, const Attention& a) {
    if (a.index_heads == 0) return;
    matrix(name + ".wq_b", a.q_rank, a.index_heads * a.index_dim, false);
    matrix(name + ".wk", decoder_.hidden, a.index_dim, false);
    add(name + ".k_norm", 2 * a.index_dim);
    add(name + ".weights_proj", decoder_.hidden * a.index_heads);
  }
  void delta(const DeltaNet& d) {
    const std::string name = layer_ + ".linear_attn";
    const double keys = d.key_heads * d.key_dim, values = d.value_heads * d.value_dim;
    matrix(name + ".in_proj_qkv", decoder_.hidden, 2 * keys + values, false);
    matrix(name + ".in_proj_z", decoder_.hidden, values, false);
    matrix(name + ".in_proj_ba", decoder_.hidden, 2 * d.value_heads, false);
    add(name + ".conv1d", (2 * keys + values) * d.convolution);
    add(name + ".states", 2 * d.value_heads + d.value_dim);  // dt_bias, A_log; the norm of a head
    matrix(name + ".out_proj", values, decoder_.hidden, false);
  }
  void mamba(const Mamba& m) {
    const std::string name = layer_ + ".mixer";
    const double inner = m.heads * m.head_dim, mixed = inner + 2 * m.groups * m.state;
    matrix(name + ".in_proj", decoder_.hidden, inner + mixed + m.heads, m.bias);
    add(name + ".conv1d", mixed * (m.convolution + (m.convolution_bias ? 1 : 0)));
    add(name + ".states", 3 * m.heads + inner);  // dt_bias, A_log, D; the gated norm
    matrix(name + ".out_proj", inner, decoder_.hidden, m.bias);
  }
  void mlp(const std::string& part, const Mlp& m) {
    const std::string name = layer_ + "." + part;
    if (m.gated) matrix(name + ".gate_proj", decoder_.hidden, m.ffn, m.bias);
    matrix(name + ".up_proj", decoder_.hidden, m.ffn, m.bias);
    matrix(name + ".down_proj", m.ffn, decoder_.hidden, m.bias);
  }
  void experts(const Experts& e) {
    const std::string name = layer_ + "." + decoder_.mlp_module;
    const double width = e.latent > 0 ? e.latent : decoder_.hidden;
    add(name + ".gate", e.count * decoder_.hidden, Role::router);
    add(name + ".gate.bias", e.count * e.router_biases);
    const double up = e.gated ? 2 : 1;
    routed(name + ".experts", e, (up + 1) * width * e.ffn, Role::matrix);
    if (e.bias) routed(name + ".experts.bias", e, up * e.ffn + width, Role::other);
    if (e.latent > 0) {
      matrix(name + ".fc1_latent_proj", decoder_.hidden, e.latent, false);
      matrix(name + ".fc2_latent_proj", e.latent, decoder_.hidden, false);
    }
    if (e.shared_ffn > 0) mlp(decoder_.mlp_module + ".shared_expert", {e.shared_ffn, e.gated, false});
    if (e.shared_gate) add(name + ".shared_expert_gate", decoder_.hidden, Role::router);
  }
  void routed(const std::string& module, const Experts& e, double one, Role role) {
    rows.push_back({module, e.count * one, e.per_token * one, role, true});
  }

  const Decoder& decoder_;
  std::string layer_;
};

double cached_elements(const Attention& a, double tokens) {
  const double kept = a.window > 0 ? std::min(a.window, tokens) : tokens;
  const double token = a.kv_rank > 0 ? a.kv_rank + a.rope_dim : a.kv_heads * (a.key_dim + a.value_dim);
  return kept * (token + a.index_dim);
}

}  // namespace

std::vector<Tensor> tensors(const Decoder& decoder) {
  Inventory inventory(decoder);
  inventory.ends();
  for (std::size_t i = 0; i < decoder.layers.size(); ++i) inventory.block(decoder.layers[i], i);
  return std::move(inventory.rows);
}

ParameterCount count(const std::vector<Tensor>& tensors) {
  ParameterCount sum;
  for (const Tensor& t : tensors) {
    sum.total += t.parameters;
    sum.active += t.active;
  }
  return sum;
}

double cached_elements(const Decoder& decoder, double tokens) {
  double sum = 0;
  for (const Block& block : decoder.layers)
    if (block.attention) sum += cached_elements(*block.attention, tokens);
  return sum;
}

}  // namespace headroom::scenarios::hf
