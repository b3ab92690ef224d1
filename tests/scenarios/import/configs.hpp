// SPDX-License-Identifier: Apache-2.0
// Configurations of public models, with the keys that matter, and ways to read and break them.
#pragma once
#include <string>
#include <string_view>

#include "scenarios/import/imported_model.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::hf::testing {

inline const std::string llama_2_7b = R"({
  "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "hidden_size": 4096,
  "intermediate_size": 11008, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
  "rms_norm_eps": 1e-05, "tie_word_embeddings": false, "torch_dtype": "float16", "vocab_size": 32000
})";

inline const std::string qwen2_5_7b = R"({
  "architectures": ["Qwen2ForCausalLM"], "model_type": "qwen2", "hidden_act": "silu", "hidden_size": 3584,
  "intermediate_size": 18944, "max_position_embeddings": 32768, "max_window_layers": 28,
  "num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4, "sliding_window": 131072,
  "tie_word_embeddings": false, "torch_dtype": "bfloat16", "use_sliding_window": false, "vocab_size": 152064
})";

inline const std::string deepseek_v3 = R"({
  "architectures": ["DeepseekV3ForCausalLM"], "model_type": "deepseek_v3", "first_k_dense_replace": 3,
  "hidden_act": "silu", "hidden_size": 7168, "intermediate_size": 18432, "kv_lora_rank": 512,
  "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 256, "n_shared_experts": 1,
  "num_attention_heads": 128, "num_experts_per_tok": 8, "num_hidden_layers": 61, "num_key_value_heads": 128,
  "num_nextn_predict_layers": 1, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
  "tie_word_embeddings": false, "torch_dtype": "bfloat16", "v_head_dim": 128, "vocab_size": 129280
})";

inline const std::string gpt_oss_120b = R"({
  "architectures": ["GptOssForCausalLM"], "model_type": "gpt_oss", "attention_bias": true, "head_dim": 64,
  "hidden_act": "silu", "hidden_size": 2880, "intermediate_size": 2880, "num_attention_heads": 64,
  "num_experts_per_tok": 4, "experts_per_token": 4, "num_hidden_layers": 36, "num_key_value_heads": 8,
  "num_local_experts": 128, "tie_word_embeddings": false, "vocab_size": 201088,
  "quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": [
    "model.layers.*.self_attn", "model.layers.*.mlp.router", "model.embed_tokens", "lm_head"]}
})";

// The text with the first `from` replaced.
inline std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? "no \"" + std::string(from) + "\" to replace"
                                 : text.replace(at, from.size(), to);
}

inline ImportedModel read(const std::string& text) {
  return import_model_text(text, "c.json");
}

// What reading says, or "read".
inline std::string complaint_of(const std::string& text) {
  try {
    (void)read(text);
  } catch (const Error& error) {
    return (error.failure() == Failure::bad_input ? "" : "not bad input: ") + std::string(error.what());
  }
  return "read";
}

// Where a field stood; empty: not among the origins.
inline std::string origin_of(const ImportedModel& model, std::string_view field) {
  for (const Origin& origin : model.origins)
    if (origin.field == field) return (origin.inferred ? "inferred: " : "") + origin.from;
  return {};
}

}  // namespace headroom::scenarios::hf::testing
