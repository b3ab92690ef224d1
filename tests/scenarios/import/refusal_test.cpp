// SPDX-License-Identifier: Apache-2.0
// What is refused, each with its reason; nothing is ever put in its place.
#include "tests/catch.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios::hf::testing;

namespace {

void check_refused(const std::string& text, const std::string& part) {
  const std::string said = complaint_of(text);
  INFO(said);
  CHECK(said.find(part) != std::string::npos);
  CHECK(said.find('\n') == std::string::npos);
  CHECK(said.rfind("c.json:", 0) == 0);
}

}  // namespace

TEST_CASE("dimensions that are zero, negative, broken or out of range are refused by name") {
  for (const char* bad : {"0", "-1", "4096.5", "1e30", "true", "[4096]", "\"wide\""}) {
    INFO(bad);
    const std::string said =
        complaint_of(with(llama_2_7b, "\"hidden_size\": 4096", std::string("\"hidden_size\": ") + bad));
    CHECK(said.find("hidden") != std::string::npos);
    CHECK(said != "read");
  }
  check_refused(with(llama_2_7b, "\"vocab_size\": 32000", "\"vocab_size\": 0"),
                "vocab_size: expected a whole number from 1 to 100000000, found 0");
  check_refused(with(llama_2_7b, "\"vocab_size\"", "\"head_dim\": 0, \"vocab_size\""),
                "head_dim: expected a whole number");
  check_refused(with(gpt_oss_120b, "\"head_dim\"", "\"shared_expert_intermediate_size\": -1, \"head_dim\""),
                "shared_expert_intermediate_size: expected a whole number from 0");
}

TEST_CASE("a nonsensical dimension is refused also where the model does not need it") {
  check_refused(with(deepseek_v3, "\"num_key_value_heads\": 128", "\"num_key_value_heads\": 0"),
                "num_key_value_heads: expected a whole number from 1");
  check_refused(with(qwen2_5_7b, "\"sliding_window\": 131072", "\"sliding_window\": -4"),
                "sliding_window: expected");
}

TEST_CASE("a head_dim that comes out as a fraction is refused") {
  check_refused(with(with(llama_2_7b, "\"num_attention_heads\": 32", "\"num_attention_heads\": 24"),
                     "\"num_key_value_heads\": 32", "\"num_key_value_heads\": 8"),
                "expected head_dim");
}

TEST_CASE("what a model must have is missed by its names") {
  check_refused(
      with(llama_2_7b, "\"hidden_size\": 4096,", ""),
      "c.json:1:1: expected hidden (one of hidden_size, n_embd, n_embed, d_model, dim), found none of them");
  for (const char* needed :
       {"\"intermediate_size\": 11008,", "\"num_attention_heads\": 32,", "\"num_hidden_layers\": 32,"})
    check_refused(with(llama_2_7b, needed, ""), "found none of them");
  check_refused(with(gpt_oss_120b, "\"num_experts_per_tok\": 4, \"experts_per_token\": 4,", ""),
                "experts_per_token");
  check_refused(with(deepseek_v3, "\"qk_rope_head_dim\": 64,", ""), "rope_dim");
}

TEST_CASE("broken JSON is told by line and column") {
  CHECK(complaint_of("{\n  \"hidden_size\": 4096,\n}").rfind("c.json:3:1: expected", 0) == 0);
}

TEST_CASE("a file that describes no model says what it holds instead") {
  check_refused(R"({"builder_config": {"max_batch_size": 256}, "plugin_config": {}})",
                "expected a Hugging Face model configuration (hidden_size, num_hidden_layers, ...), found an "
                "object with builder_config, plugin_config");
  check_refused("[]", "expected a model's configuration (an object)");
}

TEST_CASE("kinds of models that a decoder is not are refused with the reason") {
  check_refused(with(llama_2_7b, "\"hidden_act\"", "\"is_encoder_decoder\": true, \"hidden_act\""),
                "an encoder-decoder");
  check_refused(with(llama_2_7b, "\"hidden_act\"", "\"draft_vocab_size\": 32000, \"hidden_act\""),
                "a draft model");
  check_refused(with(llama_2_7b, "\"hidden_act\"", "\"compress_ratios\": [0, 4], \"hidden_act\""),
                "compressed sparse attention");
  check_refused(R"({"model_type": "vit", "image_size": 224, "patch_size": 16, "hidden_size": 768,
                    "num_attention_heads": 12, "num_hidden_layers": 12})",
                "a model of images");
  check_refused(R"({"model_type": "roberta", "architectures": ["RobertaForMaskedLM"], "hidden_act": "gelu",
                    "hidden_size": 768, "intermediate_size": 3072, "num_attention_heads": 12,
                    "num_hidden_layers": 12, "vocab_size": 50265})",
                "RobertaForMaskedLM");
}

TEST_CASE("lists and patterns must fit the layers and name kinds that are known") {
  const auto with_list = [](const std::string& list) {
    return with(with(llama_2_7b, "\"num_hidden_layers\": 32", "\"num_hidden_layers\": 2"), "\"hidden_act\"",
                "\"sliding_window\": 64, \"layer_types\": " + list + ", \"hidden_act\"");
  };
  CHECK(complaint_of(with_list(R"(["full_attention", "sliding_attention"])")) == "read");
  check_refused(with_list(R"(["full_attention"])"),
                "layer_types: expected one entry for each of 2 layers, found 1");
  check_refused(with_list(R"(["full_attention", "conv"])"), "found \"conv\"");
}

TEST_CASE("a list where one number is meant, and a number where a list is meant, are no absence") {
  check_refused(with(llama_2_7b, "\"num_key_value_heads\": 32", "\"num_key_value_heads\": [32]"),
                "num_key_value_heads: expected a whole number");
  check_refused(with(llama_2_7b, "\"hidden_act\"", "\"layer_types\": 7, \"hidden_act\""),
                "layer_types: expected a list");
  check_refused(
      with(llama_2_7b, "\"hidden_act\"",
           "\"num_experts\": 4, \"num_experts_per_tok\": 1, \"mlp_only_layers\": 3, \"hidden_act\""),
      "mlp_only_layers: expected a list");
}

TEST_CASE("a token cannot go to experts that are not there") {
  check_refused(with(gpt_oss_120b, "\"num_local_experts\": 128", "\"num_local_experts\": 0"),
                "0, where there are no experts");
}

TEST_CASE("heads must divide, and a token cannot meet more experts than there are") {
  check_refused(with(llama_2_7b, "\"num_key_value_heads\": 32", "\"num_key_value_heads\": 5"),
                "a divisor of heads (32)");
  check_refused(with(with(gpt_oss_120b, "\"num_experts_per_tok\": 4, ", ""), "\"experts_per_token\": 4",
                     "\"experts_per_token\": 400"),
                "1 to 128, the number of experts");
}
