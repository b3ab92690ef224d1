// SPDX-License-Identifier: Apache-2.0
// From keys to a model: aliases, what absent keys mean, nested blocks, and where each field stood.
#include <fmt/format.h>

#include "scenarios/import/aliases.hpp"
#include "scenarios/import/views.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios::hf;
using namespace headroom::scenarios::hf::testing;

TEST_CASE("a key and its aliases give the same model") {
  for (const std::string& text : {llama_2_7b, qwen2_5_7b, deepseek_v3, gpt_oss_120b}) {
    const ImportedModel model = read(text);
    for (const Alias& alias : aliases()) {
      for (const std::string_view key : alias.keys) {
        const std::string quoted = fmt::format("\"{}\":", key);
        if (text.find(quoted) == std::string::npos) continue;
        for (const std::string_view other : alias.keys) {
          if (key != other && text.find(fmt::format("\"{}\":", other)) != std::string::npos) continue;
          INFO(key << " as " << other);
          CHECK(read(with(text, quoted, fmt::format("\"{}\":", other))).decoder == model.decoder);
        }
      }
    }
  }
}

TEST_CASE("two keys for one number must agree") {
  CHECK(read(with(llama_2_7b, "\"hidden_size\"", "\"n_embd\": 4096, \"hidden_size\"")).parameters.total ==
        6738415616);
  CHECK(complaint_of(with(llama_2_7b, "\"hidden_size\"", "\"n_embd\": 2048, \"hidden_size\"")) ==
        "c.json:2:97: n_embd: expected 4096 as hidden_size says, found 2048");
}

TEST_CASE("numbers may be written as 32.0 or \"32\"") {
  const ImportedModel model = read(llama_2_7b);
  CHECK(read(with(llama_2_7b, ": 32,", ": 32.0,")).decoder == model.decoder);
  CHECK(read(with(llama_2_7b, ": 32,", ": \"32\",")).decoder == model.decoder);
}

TEST_CASE("absent key/value heads are as many as heads, unless another key says otherwise") {
  const auto kv_heads = [](const std::string& text) {
    return read(text).decoder.layers.front().attention->kv_heads;
  };
  const std::string none = with(llama_2_7b, "\"num_key_value_heads\": 32,", "");
  CHECK(kv_heads(none) == 32);
  CHECK(origin_of(read(none), "kv_heads") == "inferred: absent: equal to heads");
  for (const char* nothing : {"\"num_key_value_heads\": null,", "\"num_key_value_heads\": \"\","})
    CHECK(kv_heads(with(llama_2_7b, "\"num_key_value_heads\": 32,", nothing)) == 32);
  const auto instead = [&](const char* key) {
    return kv_heads(with(llama_2_7b, "\"num_key_value_heads\": 32,", key));
  };
  CHECK(instead("\"multi_query\": true,") == 1);
  CHECK(instead("\"num_kv_heads\": 8,") == 8);
  CHECK(instead("\"n_head_kv\": 4,") == 4);
  CHECK(instead("\"multi_query_attention\": true, \"multi_query_group_num\": 2,") == 2);
  CHECK(instead("\"multi_query_attention\": false, \"multi_query_group_num\": 2,") == 32);
}

TEST_CASE("a language model is found inside a model that also sees") {
  const std::string nested =
      R"({"architectures": ["SomeForConditionalGeneration"], "model_type": "some_vl", "vision_config":
          {"hidden_size": 1152, "num_hidden_layers": 27}, "text_config": )" +
      qwen2_5_7b + "}";
  const ImportedModel model = read(nested);
  CHECK(model.decoder == read(qwen2_5_7b).decoder);
  CHECK(origin_of(model, "hidden") == "text_config.hidden_size");
  CHECK(model.notes.front() == "the vision model is not counted");
  CHECK(read(R"({"thinker_config": {"text_config": )" + qwen2_5_7b + "}}").decoder == model.decoder);
}

TEST_CASE("an unknown architecture with readable dimensions is a generic decoder, and said to be") {
  const std::string text =
      with(with(llama_2_7b, "\"llama\"", "\"brand_new\""), "LlamaForCausalLM", "BrandNewForCausalLM");
  const ImportedModel model = read(text);
  CHECK_FALSE(model.known);
  CHECK(model.parameters.total == 6738415616);
  CHECK(model.notes.front().find("generic decoder") != std::string::npos);
  CHECK(import_table({&model, 1}).find("not an architecture that Headroom knows (brand_new)") !=
        std::string::npos);
  // A mixture stays one.
  const ImportedModel mixture = read(
      with(text, "\"rms_norm_eps\"", "\"num_experts\": 8, \"num_experts_per_tok\": 2, \"rms_norm_eps\""));
  CHECK(mixture.parameters.total > 5 * mixture.parameters.active / 2);
}

TEST_CASE("where a window, a pattern or a list says so, layers differ") {
  const std::string hybrid =
      with(qwen2_5_7b, "\"use_sliding_window\": false", "\"use_sliding_window\": true");
  const std::string narrow =
      with(with(hybrid, "131072", "1024"), "\"max_window_layers\": 28", "\"max_window_layers\": 20");
  const ImportedModel model = read(narrow);
  CHECK(model.decoder.layers[19].attention->window == 0);
  CHECK(model.decoder.layers[20].attention->window == 1024);
  CHECK(model.why_not == "windows in an order of their own");
}

TEST_CASE("the cache grows with every token until windows are full, and never shrinks") {
  const ImportedModel oss = read(with(gpt_oss_120b, "\"head_dim\"", "\"sliding_window\": 128, \"head_dim\""));
  double before = 0;
  for (double tokens = 1; tokens < 1000; tokens += 7) {
    CHECK(oss.cache_bytes(tokens) > before - 1);
    before = oss.cache_bytes(tokens);
  }
  // Every second layer sees 128 tokens back.
  CHECK(oss.cache_bytes(10000) == oss.cache_bytes_per_token() * (10000 + 128) / 2);
}

TEST_CASE("cache of a token: keys and values of the heads that have them, or the latent") {
  CHECK(read(qwen2_5_7b).cache_bytes_per_token() == 57344);
  CHECK(read(qwen2_5_7b).cache_bytes(3072) / (1 << 30) == Approx(0.164).epsilon(0.001));
  CHECK(read(deepseek_v3).cache_bytes_per_token() == (512 + 64) * 61 * 2);
}

TEST_CASE("tied embeddings follow the architecture where no key speaks") {
  CHECK_FALSE(read(with(llama_2_7b, "\"tie_word_embeddings\": false,", "")).decoder.tied);
  CHECK(read(R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024,
                 "vocab_size": 50257})")
            .decoder.tied);
}
