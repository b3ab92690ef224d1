// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "scenarios/import/read_decoder.hpp"

namespace headroom::scenarios::hf {
namespace {

double read_kv_heads(Config& config, double heads) {
  // Falcon's second architecture has groups of heads although it says multi_query, too.
  const bool groups = config.flag("", {"new_decoder_architecture"}).value_or(false);
  if (!groups && config.flag("", {"multi_query"}).value_or(false)) {
    config.infer("kv_heads", "1", "multi_query");
    return 1;
  }
  if (!config.flag("", {"multi_query_attention"}).value_or(true)) {
    config.infer("kv_heads", fmt::format("{}", heads), "multi_query_attention is false: equal to heads");
    return heads;
  }
  return config.number_or("kv_heads", heads, "absent: equal to heads");
}

double read_head_dim(Config& config, const Family& family, double hidden, double heads) {
  if (const auto given = config.maybe("head_dim")) return *given;
  if (family.head_dim > 0) {
    config.infer("head_dim", fmt::format("{}", family.head_dim),
                 fmt::format("absent: default of {}", family.type));
    return family.head_dim;
  }
  const double derived = hidden / heads;
  if (std::floor(derived) != derived) throw config.missing("head_dim");
  config.infer("head_dim", fmt::format("{}", derived), "absent: hidden / heads");
  return derived;
}

QueryNorm read_query_norm(Config& config, const Family& family) {
  const auto asked = config.flag("query/key norm", {"use_qk_norm", "qk_layernorm"});
  if (!asked) return family.query_norm;
  if (!*asked) return QueryNorm::none;
  return family.query_norm != QueryNorm::none ? family.query_norm : family.asked_query_norm;
}

void read_latent(Config& config, Attention& out) {
  out.kv_rank = config.number("kv_rank");
  out.q_rank = config.maybe("q_rank").value_or(0);
  out.rope_dim = config.number("rope_dim");
  out.key_dim = config.number("nope_dim") + out.rope_dim;
  out.value_dim = config.number("value_dim");
  out.kv_heads = out.heads;  // each head has keys of its own once the latent is unfolded
  if (const auto heads = config.maybe("index_heads")) {
    out.index_heads = *heads;
    out.index_dim = config.number("index_dim");
    if (out.q_rank == 0) throw config.missing("q_rank");
  }
}

void check_groups(const Config& config, const Attention& attention) {
  if (std::fmod(attention.heads, attention.kv_heads) != 0)
    throw config.refuse("num_key_value_heads", fmt::format("a divisor of heads ({})", attention.heads),
                        fmt::format("{}", attention.kv_heads));
}

}  // namespace

Attention read_attention(Config& config, const Family& family, double hidden) {
  Attention out;
  out.heads = config.number("heads");
  out.bias = config.flag_or(
      "attention bias", {"attention_bias", "qkv_bias", "use_qkv_bias", "add_qkv_bias", "enable_bias", "bias"},
      family.attention_bias, "absent: as the architecture has it");
  out.out_bias = out.bias && family.biased_output;
  if (config.has("kv_rank")) {
    read_latent(config, out);
    return out;
  }
  out.kv_heads = read_kv_heads(config, out.heads);
  check_groups(config, out);
  out.key_dim = read_head_dim(config, family, hidden, out.heads);
  out.value_dim = config.number_or("value_dim", out.key_dim, "absent: equal to head_dim");
  out.query_norm = read_query_norm(config, family);
  out.output_gate = config.flag_or("output gate", {"attn_output_gate"}, family.output_gate,
                                   "absent: as the architecture has it");
  out.sinks = family.sinks;
  out.query_width = config.maybe("query_width").value_or(0);
  return out;
}

Attention full_attention(Config& config, Attention attention) {
  if (const auto width = config.maybe("global_head_dim")) attention.key_dim = attention.value_dim = *width;
  attention.kv_heads = config.maybe("global_kv_heads").value_or(attention.kv_heads);
  attention.key_is_value = config.flag("value is key", {"attention_k_eq_v"}).value_or(false);
  attention.sinks = config.flag("", {"add_full_attention_sink_bias"}).value_or(attention.sinks);
  check_groups(config, attention);
  return attention;
}

Attention windowed_attention(Config& config, Attention attention) {
  attention.window =
      config.has("chunk") && !config.has("window") ? config.number("chunk") : config.number("window");
  attention.heads = config.maybe("window_heads").value_or(attention.heads);
  attention.kv_heads = config.maybe("window_kv_heads").value_or(attention.kv_heads);
  attention.key_dim = config.maybe("window_head_dim").value_or(attention.key_dim);
  attention.value_dim = config.maybe("window_value_dim").value_or(attention.value_dim);
  attention.sinks = config.flag("", {"add_swa_attention_sink_bias"}).value_or(attention.sinks);
  check_groups(config, attention);
  return attention;
}

DeltaNet read_delta(Config& config) {
  return {config.number("linear_key_heads"), config.number("linear_key_dim"),
          config.number("linear_value_heads"), config.number("linear_value_dim"),
          config.number("linear_convolution")};
}

Mamba read_mamba(Config& config) {
  return {config.number("mamba_heads"),
          config.number("mamba_head_dim"),
          config.number("mamba_groups"),
          config.number("mamba_state"),
          config.number("mamba_convolution"),
          config.flag("convolution bias", {"use_conv_bias"}).value_or(false),
          config.flag("mamba bias", {"mamba_proj_bias"}).value_or(false)};
}

}  // namespace headroom::scenarios::hf
