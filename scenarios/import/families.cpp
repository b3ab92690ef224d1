// SPDX-License-Identifier: Apache-2.0
// From the configuration and modeling files of Hugging Face transformers (v4.57) and, for models that bring
// their own code, of their repositories. Exact parameter counts of public checkpoints hold these rows in
// tests/scenarios/import_counts_test.cpp.
#include "scenarios/import/families.hpp"

#include <array>

namespace headroom::scenarios::hf {
namespace {

constexpr auto families = std::to_array<Family>({
    // Llama and what follows it.
    {.type = "llama", .architecture = "Llama"},
    {.type = "llava", .architecture = "Llava"},
    {.type = "mistral", .architecture = "Mistral"},
    {.type = "baichuan", .architecture = "Baichuan"},
    {.type = "phi3", .architecture = "Phi3"},
    {.type = "phi4mm", .architecture = "Phi4MM"},
    {.type = "chatglm", .architecture = "ChatGLM", .biased_output = false},
    {.type = "qwen", .architecture = "QWen", .attention_bias = true, .biased_output = false},
    {.type = "qwen2", .architecture = "Qwen2", .attention_bias = true, .biased_output = false},
    {.type = "mimo", .architecture = "MiMo", .attention_bias = true, .biased_output = false},
    {.type = "qwen3", .architecture = "Qwen3", .query_norm = QueryNorm::per_head, .head_dim = 128},
    {.type = "qwen3_vl", .query_norm = QueryNorm::per_head, .head_dim = 128},
    {.type = "olmo2", .architecture = "Olmo2", .query_norm = QueryNorm::whole},
    {.type = "stablelm", .architecture = "StableLm", .norm = Norm::layer, .biased_output = false},
    {.type = "gemma", .architecture = "Gemma", .tied = true, .head_dim = 256},
    {.type = "gemma2",
     .architecture = "Gemma2",
     .tied = true,
     .norms = 4,
     .window_period = 2,
     .head_dim = 256},
    {.type = "gemma3",
     .architecture = "Gemma3",
     .tied = true,
     .query_norm = QueryNorm::per_head,
     .norms = 4,
     .window_period = 6,
     .head_dim = 256},
    {.type = "gemma4",
     .architecture = "Gemma4",
     .tied = true,
     .query_norm = QueryNorm::per_head,
     .norms = 4,
     .head_dim = 256,
     .mlp_module = "moe"},

    {.type = "granite", .architecture = "Granite"},
    {.type = "smollm3", .architecture = "SmolLM3", .tied = true},
    {.type = "cohere",
     .architecture = "Cohere",
     .norm = Norm::layer_without_bias,
     .tied = true,
     .norms = 1,
     .parallel = true},

    // GPT kinds.
    {.type = "gpt2",
     .architecture = "GPT2",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .tied = true,
     .positions = Positions::table},
    {.type = "gpt_bigcode",
     .architecture = "GPTBigCode",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .tied = true,
     .positions = Positions::table},
    {.type = "opt",
     .architecture = "OPT",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .tied = true,
     .positions = Positions::table_and_two},
    {.type = "gpt_neox",
     .architecture = "GPTNeoX",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .parallel = true},
    {.type = "gptj",
     .architecture = "GPTJ",
     .norm = Norm::layer,
     .gated = false,
     .mlp_bias = true,
     .norms = 1,
     .head_bias = true,
     .parallel = true},
    {.type = "starcoder2",
     .architecture = "Starcoder2",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .tied = true},
    {.type = "bloom",
     .architecture = "Bloom",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .tied = true,
     .embedding_norm = true},
    {.type = "falcon",
     .architecture = "Falcon",
     .norm = Norm::layer,
     .gated = false,
     .tied = true,
     .norms = 1,
     .parallel = true},
    {.type = "mpt", .architecture = "Mpt", .norm = Norm::layer_without_bias, .gated = false, .tied = true},
    {.type = "phi",
     .architecture = "Phi",
     .norm = Norm::layer,
     .gated = false,
     .attention_bias = true,
     .mlp_bias = true,
     .norms = 1,
     .head_bias = true,
     .parallel = true},

    // Mixtures of experts.
    {.type = "mixtral", .architecture = "Mixtral", .mlp_module = "block_sparse_moe"},
    {.type = "phimoe", .architecture = "PhiMoE", .norm = Norm::layer, .mlp_module = "block_sparse_moe"},
    {.type = "minimax_m2",
     .architecture = "MiniMaxM2",
     .query_norm = QueryNorm::whole,
     .mlp_module = "block_sparse_moe"},
    {.type = "olmoe", .architecture = "Olmoe", .query_norm = QueryNorm::whole},
    {.type = "qwen2_moe",
     .architecture = "Qwen2Moe",
     .attention_bias = true,
     .biased_output = false,
     .shared_gate = true},
    {.type = "qwen3_moe", .architecture = "Qwen3Moe", .query_norm = QueryNorm::per_head, .head_dim = 128},
    {.type = "qwen3_vl_moe", .query_norm = QueryNorm::per_head, .head_dim = 128},
    {.type = "qwen3_next",
     .architecture = "Qwen3Next",
     .query_norm = QueryNorm::per_head,
     .head_dim = 256,
     .output_gate = true,
     .shared_gate = true},
    {.type = "qwen3_5_moe",
     .query_norm = QueryNorm::per_head,
     .head_dim = 256,
     .output_gate = true,
     .shared_gate = true},
    {.type = "qwen3_5", .query_norm = QueryNorm::per_head, .head_dim = 256, .output_gate = true},
    {.type = "deepseek_v2", .architecture = "DeepseekV2"},
    {.type = "deepseek_v3", .architecture = "DeepseekV3", .router_biases = 1},
    {.type = "kimi_k2", .router_biases = 1},
    {.type = "glm_moe_dsa", .architecture = "GlmMoeDsa", .router_biases = 1},
    {.type = "glm4_moe",
     .architecture = "Glm4Moe",
     .biased_output = false,
     .asked_query_norm = QueryNorm::per_head,
     .router_biases = 1},
    {.type = "gpt_oss",
     .architecture = "GptOss",
     .attention_bias = true,
     .window_period = 2,
     .sinks = true,
     .expert_bias = true,
     .router_biases = 1},
    {.type = "llama4", .architecture = "Llama4", .shared_expert = true, .mlp_module = "feed_forward"},
    {.type = "mimo_v2_flash", .architecture = "MiMoV2Flash", .router_biases = 1},
    {.type = "step3_text", .architecture = "Step3Text", .mlp_module = "moe"},
    {.type = "step3p7",
     .architecture = "Step3p7Flash",
     .query_norm = QueryNorm::per_head,
     .mlp_module = "moe"},
    {.type = "openmoe", .architecture = "OpenMoe", .shared_expert = true},
    {.type = "nemotron_h",
     .architecture = "NemotronH",
     .gated = false,
     .norms = 1,
     .router_biases = 1,
     .mlp_module = "mixer"},
});

std::string_view without(std::string_view text, std::string_view suffix) {
  return text.ends_with(suffix) ? text.substr(0, text.size() - suffix.size()) : text;
}

}  // namespace

const Family* family_of_type(std::string_view model_type) {
  for (const Family& family : families)
    if (family.type == model_type || family.type == without(model_type, "_text")) return &family;
  return nullptr;
}

const Family* family_of_architecture(std::string_view architecture) {
  for (const std::string_view task : {"ForCausalLM", "LMHeadModel", "Model"}) {
    const std::string_view name = without(architecture, task);
    for (const Family& family : families)
      if (!family.architecture.empty() && family.architecture == name) return &family;
  }
  return nullptr;
}

}  // namespace headroom::scenarios::hf
