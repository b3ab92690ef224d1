// SPDX-License-Identifier: Apache-2.0
// Published transformers that the tests speak of.
#pragma once
#include "models/workloads/network.hpp"

namespace headroom::models {

inline TransformerShape llama(const char* name, int layers, double hidden, double heads, double kv_heads,
                              double ffn, double vocabulary, double sequence) {
  TransformerShape s;
  s.name = name;
  s.layers = layers;
  s.hidden = hidden;
  s.heads = heads;
  s.kv_heads = kv_heads;
  s.head_dim = hidden / heads;
  s.ffn = ffn;
  s.vocabulary = vocabulary;
  s.sequence = sequence;
  s.gated = true;
  return s;
}

inline TransformerShape llama2_7b() {
  return llama("llama-2-7b", 32, 4096, 32, 32, 11008, 32000, 4096);
}
inline TransformerShape llama3_8b() {
  return llama("llama-3-8b", 32, 4096, 32, 8, 14336, 128256, 8192);
}
inline TransformerShape llama3_70b() {
  return llama("llama-3-70b", 80, 8192, 64, 8, 28672, 128256, 8192);
}
inline TransformerShape llama3_405b() {
  return llama("llama-3.1-405b", 126, 16384, 128, 8, 53248, 128256, 8192);
}

// GPT-2 and GPT-3 kind: LayerNorm, biases everywhere, dropout, learned positions, tied embedding, ffn = 4
// hidden.
inline TransformerShape gpt(const char* name, int layers, double hidden, double heads, double vocabulary,
                            double sequence) {
  TransformerShape s;
  s.name = name;
  s.layers = layers;
  s.hidden = hidden;
  s.heads = s.kv_heads = heads;
  s.head_dim = hidden / heads;
  s.ffn = 4 * hidden;
  s.vocabulary = vocabulary;
  s.sequence = s.learned_positions = sequence;
  s.layer_norm = s.attention_bias = s.attention_out_bias = s.mlp_bias = s.dropout = s.tied = true;
  return s;
}

inline TransformerShape gpt2() {
  return gpt("gpt2", 12, 768, 12, 50257, 1024);
}
inline TransformerShape gpt3_175b() {
  return gpt("gpt3-175b", 96, 12288, 96, 50257, 2048);
}

inline TransformerShape falcon_7b() {
  TransformerShape s = gpt("falcon-7b", 32, 4544, 71, 65024, 2048);
  s.kv_heads = 1;
  s.learned_positions = 0;
  return s;
}

inline ShardShape shard(double microbatch, int tensor, bool sequence_parallel,
                        Recomputation recomputation = Recomputation::none, bool flash_attention = true) {
  ShardShape s;
  s.microbatch = microbatch;
  s.tensor = tensor;
  s.sequence_parallel = sequence_parallel;
  s.recomputation = recomputation;
  s.flash_attention = flash_attention;
  return s;
}

}  // namespace headroom::models
