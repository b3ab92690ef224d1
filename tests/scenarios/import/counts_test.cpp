// SPDX-License-Identifier: Apache-2.0
// Parameters of public checkpoints, as the headers of their safetensors files add up: exact, without
// multi-token prediction and without what is not the language model.
#include "models/workloads/network.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios::hf::testing;

namespace {

struct Published {
  const char* name;
  double parameters;
  std::string text;
};

const Published dense[] = {
    {"Llama 2 7B", 6738415616, llama_2_7b},
    {"Qwen2.5 7B", 7615616512, qwen2_5_7b},
    {"Mistral 7B v0.1", 7241732096,
     R"({"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
         "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 32000})"},
    {"Qwen 7B", 7721324544,
     R"({"model_type": "qwen", "hidden_size": 4096, "intermediate_size": 22016, "num_attention_heads": 32,
         "num_hidden_layers": 32, "kv_channels": 128, "vocab_size": 151936, "no_bias": true})"},
    {"Qwen3 0.6B", 596049920,
     R"({"model_type": "qwen3", "attention_bias": false, "head_dim": 128, "hidden_size": 1024,
         "intermediate_size": 3072, "num_attention_heads": 16, "num_hidden_layers": 28,
         "num_key_value_heads": 8, "tie_word_embeddings": true, "vocab_size": 151936})"},
    {"ChatGLM3 6B", 6243584000,
     R"({"model_type": "chatglm", "add_bias_linear": false, "add_qkv_bias": true, "ffn_hidden_size": 13696,
         "hidden_size": 4096, "kv_channels": 128, "multi_query_attention": true, "multi_query_group_num": 2,
         "num_attention_heads": 32, "num_layers": 28, "padded_vocab_size": 65024})"},
    {"Baichuan2 7B", 7505973248,
     R"({"model_type": "baichuan", "hidden_size": 4096, "intermediate_size": 11008, "num_attention_heads": 32,
         "num_hidden_layers": 32, "vocab_size": 125696})"},
    {"Falcon 7B", 6921720704,
     R"({"model_type": "falcon", "bias": false, "hidden_size": 4544, "multi_query": true, "num_kv_heads": 71,
         "num_attention_heads": 71, "n_layer": 32, "new_decoder_architecture": false, "parallel_attn": true,
         "vocab_size": 65024})"},
    {"Falcon 40B", 41303293952,
     R"({"model_type": "falcon", "bias": false, "hidden_size": 8192, "multi_query": true, "num_kv_heads": 8,
         "num_attention_heads": 128, "num_hidden_layers": 60, "new_decoder_architecture": true,
         "parallel_attn": true, "vocab_size": 65024})"},
    {"Phi-2", 2779683840,
     R"({"model_type": "phi", "hidden_size": 2560, "intermediate_size": 10240, "num_attention_heads": 32,
         "num_hidden_layers": 32, "vocab_size": 51200, "qk_layernorm": false})"},
    {"Phi-3 mini", 3821079552,
     R"({"model_type": "phi3", "hidden_size": 3072, "intermediate_size": 8192, "num_attention_heads": 32,
         "num_hidden_layers": 32, "num_key_value_heads": 32, "vocab_size": 32064})"},
    {"GPT-2", 124439808,
     R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "n_ctx": 1024,
         "vocab_size": 50257})"},
    {"OPT 125M", 125239296,
     R"({"model_type": "opt", "hidden_size": 768, "ffn_dim": 3072, "num_attention_heads": 12,
         "num_hidden_layers": 12, "max_position_embeddings": 2048, "vocab_size": 50272,
         "word_embed_proj_dim": 768})"},
    {"BLOOM 560M", 559214592,
     R"({"model_type": "bloom", "n_embed": 1024, "n_layer": 24, "num_attention_heads": 16, "n_inner": null,
         "vocab_size": 250880})"},
    {"Pythia 6.9B", 6857302016,
     R"({"model_type": "gpt_neox", "hidden_size": 4096, "intermediate_size": 16384, "num_attention_heads": 32,
         "num_hidden_layers": 32, "vocab_size": 50432})"},
    {"StarCoder", 15517456384,
     R"({"model_type": "gpt_bigcode", "n_embd": 6144, "n_head": 48, "n_inner": 24576, "n_layer": 40,
         "n_positions": 8192, "vocab_size": 49152, "multi_query": true})"},
    {"Gemma 2B", 2506172416,
     R"({"model_type": "gemma", "hidden_size": 2048, "intermediate_size": 16384, "num_attention_heads": 8,
         "num_hidden_layers": 18, "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 256000})"},
    {"Gemma 2 9B", 9241705984,
     R"({"model_type": "gemma2", "hidden_size": 3584, "intermediate_size": 14336, "num_attention_heads": 16,
         "num_hidden_layers": 42, "num_key_value_heads": 8, "head_dim": 256, "vocab_size": 256000})"},
    {"Gemma 3 1B", 999885952,
     R"({"model_type": "gemma3_text", "hidden_size": 1152, "intermediate_size": 6912, "num_attention_heads": 4,
         "num_hidden_layers": 26, "num_key_value_heads": 1, "head_dim": 256, "vocab_size": 262144})"},
    {"StableLM 2 1.6B", 1644515328,
     R"({"model_type": "stablelm", "hidden_size": 2048, "intermediate_size": 5632, "num_attention_heads": 32,
         "num_hidden_layers": 24, "num_key_value_heads": 32, "use_qkv_bias": true, "vocab_size": 100352})"},
    {"OLMo 2 13B", 13716198400,
     R"({"model_type": "olmo2", "hidden_size": 5120, "intermediate_size": 13824, "num_attention_heads": 40,
         "num_hidden_layers": 40, "vocab_size": 100352})"},
    {"MPT 7B", 6649286656,
     R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "expansion_ratio": 4,
         "no_bias": true, "vocab_size": 50432})"},
    {"GPT-J 6B", 6050882784,
     R"({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "n_layer": 28, "n_inner": null, "vocab_size": 50400,
         "tie_word_embeddings": false})"},
    {"StarCoder2 3B", 3030371328,
     R"({"model_type": "starcoder2", "hidden_size": 3072, "intermediate_size": 12288, "num_attention_heads": 24,
         "num_hidden_layers": 30, "num_key_value_heads": 2, "vocab_size": 49152, "use_bias": true})"},
    {"Command R 35B", 34980831232,
     R"({"model_type": "cohere", "hidden_size": 8192, "intermediate_size": 22528, "num_attention_heads": 64,
         "num_hidden_layers": 40, "num_key_value_heads": 64, "vocab_size": 256000})"},
    {"SmolLM3 3B", 3075098624,
     R"({"model_type": "smollm3", "hidden_size": 2048, "intermediate_size": 11008, "num_attention_heads": 16,
         "num_hidden_layers": 36, "num_key_value_heads": 4, "vocab_size": 128256})"},
};

const Published sparse[] = {
    {"DeepSeek V3", 671026419200, deepseek_v3},
    {"gpt-oss 120B", 116829156672, gpt_oss_120b},
    {"Mixtral 8x7B", 46702792704,
     R"({"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "num_attention_heads": 32,
         "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "num_experts_per_tok": 2,
         "sliding_window": null, "vocab_size": 32000})"},
    {"Phi-3.5 MoE", 41873153344,
     R"({"model_type": "phimoe", "attention_bias": true, "hidden_size": 4096, "intermediate_size": 6400,
         "lm_head_bias": true, "num_attention_heads": 32, "num_experts_per_tok": 2, "num_hidden_layers": 32,
         "num_key_value_heads": 8, "num_local_experts": 16, "vocab_size": 32064})"},
    {"OLMoE 7B", 6919161856,
     R"({"model_type": "olmoe", "hidden_size": 2048, "intermediate_size": 1024, "num_attention_heads": 16,
         "num_hidden_layers": 16, "num_key_value_heads": 16, "num_experts": 64, "num_experts_per_tok": 8,
         "vocab_size": 50304})"},
    {"Qwen1.5 MoE A2.7B", 14315784192,
     R"({"model_type": "qwen2_moe", "hidden_size": 2048, "intermediate_size": 5632, "num_attention_heads": 16,
         "num_hidden_layers": 24, "num_key_value_heads": 16, "moe_intermediate_size": 1408, "num_experts": 60,
         "shared_expert_intermediate_size": 5632, "num_experts_per_tok": 4, "vocab_size": 151936})"},
    {"Qwen3 30B A3B", 30532122624,
     R"({"model_type": "qwen3_moe", "head_dim": 128, "hidden_size": 2048, "moe_intermediate_size": 768,
         "num_attention_heads": 32, "num_experts": 128, "num_experts_per_tok": 8, "num_hidden_layers": 48,
         "num_key_value_heads": 4, "tie_word_embeddings": false, "vocab_size": 151936})"},
    {"DeepSeek V2 Lite", 15706484224,
     R"({"model_type": "deepseek_v2", "first_k_dense_replace": 1, "hidden_size": 2048,
         "intermediate_size": 10944, "kv_lora_rank": 512, "moe_intermediate_size": 1408, "moe_layer_freq": 1,
         "n_routed_experts": 64, "n_shared_experts": 2, "num_attention_heads": 16, "num_experts_per_tok": 6,
         "num_hidden_layers": 27, "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
         "v_head_dim": 128, "vocab_size": 102400})"},
    {"Qwen3 Next 80B A3B", 79674391296,
     R"({"model_type": "qwen3_next", "full_attention_interval": 4, "head_dim": 256, "hidden_size": 2048,
         "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128, "linear_num_key_heads": 16,
         "linear_num_value_heads": 32, "linear_value_head_dim": 128, "moe_intermediate_size": 512,
         "num_attention_heads": 16, "num_experts": 512, "num_experts_per_tok": 10, "num_hidden_layers": 48,
         "num_key_value_heads": 2, "shared_expert_intermediate_size": 512, "vocab_size": 151936})"},
};

}  // namespace

TEST_CASE("dense models have the parameters of their public checkpoints") {
  for (const Published& model : dense) {
    INFO(model.name);
    const auto read_model = read(model.text);
    CHECK(read_model.parameters.total == model.parameters);
    CHECK(read_model.parameters.active == model.parameters);
    CHECK(read_model.known);
  }
}

TEST_CASE("mixtures of experts have the parameters of their public checkpoints") {
  for (const Published& model : sparse) {
    INFO(model.name);
    CHECK(read(model.text).parameters.total == model.parameters);
  }
}

TEST_CASE("a token of a mixture meets the shared part and its experts only") {
  // gpt-oss model card: 5.13 B active without the embedding of 201,088 x 2,880.
  CHECK(read(gpt_oss_120b).parameters.active - 201088.0 * 2880 == Approx(5.13e9).epsilon(0.002));
  // DeepSeek-V3, arXiv:2412.19437: 37 B; both ends included here, the embedding is 0.93 B.
  CHECK(read(deepseek_v3).parameters.active - 129280.0 * 7168 == Approx(37e9).epsilon(0.012));
}

namespace {

void check_simulated(const Published& model, double epsilon) {
  INFO(model.name);
  auto read_model = read(model.text);
  if (!read_model.shape) return;
  read_model.shape->sequence = 1024;
  CHECK(headroom::models::make_transformer(*read_model.shape)->parameters() ==
        Approx(model.parameters).epsilon(epsilon));
  CHECK(headroom::models::active_parameters(*read_model.shape) ==
        Approx(read_model.parameters.active).epsilon(epsilon));
  CHECK(headroom::models::kv_bytes_per_token(*read_model.shape, read_model.cache_element_bytes) ==
        read_model.cache_bytes_per_token());
}

}  // namespace

TEST_CASE("what is simulated has the sizes of the file, up to small parts that are named") {
  for (const Published& model : dense) check_simulated(model, 0.001);
  for (const Published& model : sparse) check_simulated(model, 0.001);
}

TEST_CASE("BERT with the heads of pretraining") {
  CHECK(read(R"({"hidden_size": 1024, "intermediate_size": 4096, "max_position_embeddings": 512,
                 "num_attention_heads": 16, "num_hidden_layers": 24, "type_vocab_size": 2,
                 "vocab_size": 30522})")
            .parameters.total == 336226108);
}
