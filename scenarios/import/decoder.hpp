// SPDX-License-Identifier: Apache-2.0
// A language model as its checkpoint holds it: what every layer is made of. Wider than what can be simulated
// (models/workloads/network.hpp), so that parameters, weight bytes and caches are right for all of them.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace headroom::scenarios::hf {

enum class Norm { rms, layer, layer_without_bias };
enum class QueryNorm { none, per_head, whole };  // of queries and keys

// Softmax attention: what it caches grows with every token.
struct Attention {
  double heads = 0, kv_heads = 0, key_dim = 0, value_dim = 0;
  double window = 0;  // tokens that it looks back; 0: all
  bool bias = false, out_bias = false;
  QueryNorm query_norm = QueryNorm::none;
  bool output_gate = false;   // the query projection also yields a gate (Qwen3-Next)
  bool sinks = false;         // one learned logit a head (gpt-oss)
  bool key_is_value = false;  // no value projection (Gemma 4)
  double query_width = 0;     // queries pass through so many elements first (Step-3); 0: they do not
  // Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, section 2.1); kv_rank 0: none. q_rank 0: one
  // query matrix. Of key_dim, rope_dim elements carry the position and are shared by the heads.
  double kv_rank = 0, q_rank = 0, rope_dim = 0;
  // The lightning indexer that picks the tokens to attend to (DeepSeek-V3.2); 0: none.
  double index_heads = 0, index_dim = 0;

  bool operator==(const Attention&) const = default;
};

// Gated DeltaNet (Yang et al., arXiv:2412.06464): a state of constant size.
struct DeltaNet {
  double key_heads = 0, key_dim = 0, value_heads = 0, value_dim = 0, convolution = 0;
  bool operator==(const DeltaNet&) const = default;
};

// Mamba-2 (Dao and Gu, arXiv:2405.21060): a state of constant size.
struct Mamba {
  double heads = 0, head_dim = 0, groups = 0, state = 0, convolution = 0;
  bool convolution_bias = false, bias = false;
  bool operator==(const Mamba&) const = default;
};

struct Mlp {
  double ffn = 0;
  bool gated = false, bias = false;
  bool operator==(const Mlp&) const = default;
};

struct Experts {
  double count = 0, per_token = 0, ffn = 0;
  bool gated = false, bias = false;
  double router_biases = 0;  // vectors of one value an expert
  double shared_ffn = 0;     // of all shared experts together; 0: none
  bool shared_gate = false;  // one sigmoid for the shared expert's output
  double latent = 0;         // routed experts see tokens projected to this width; 0: hidden
  bool operator==(const Experts&) const = default;
};

// Hybrids leave parts out; Gemma 4 has an MLP beside its experts.
struct Block {
  std::optional<Attention> attention;
  std::optional<DeltaNet> delta;
  std::optional<Mamba> mamba;
  std::optional<Mlp> mlp;
  std::optional<Experts> experts;
  double norms = 2;  // of the width `hidden`
  bool operator==(const Block&) const = default;
};

struct Decoder {
  double hidden = 0, vocabulary = 0;
  bool tied = false, head_bias = false, embedding_norm = false;
  bool parallel = false;  // attention and MLP read the same input (GPT-J, Falcon)
  Norm norm = Norm::rms;
  double learned_positions = 0;
  std::vector<Block> layers;
  std::string mlp_module = "mlp";  // how the checkpoint calls what follows attention
  bool operator==(const Decoder&) const = default;
};

// Elements that the caches of keys and values hold after so many tokens of one sequence.
[[nodiscard]] double cached_elements(const Decoder& decoder, double tokens);

}  // namespace headroom::scenarios::hf
