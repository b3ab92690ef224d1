// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom;
using namespace headroom::models;

TEST_CASE("Published models have exactly their published number of parameters") {
  CHECK(make_transformer(llama2_7b())->parameters() == 6738415616.0);
  CHECK(make_transformer(llama3_8b())->parameters() == 8030261248.0);
  CHECK(make_transformer(llama3_70b())->parameters() == 70553706496.0);
  CHECK(make_transformer(llama3_405b())->parameters() == 405853388800.0);
  // As PyTorch counts GPT-2 small; the final norm has a bias too.
  CHECK(make_transformer(gpt2())->parameters() == 124439808.0);
  CHECK(make_transformer(gpt3_175b())->parameters() == 174604259328.0);
}

TEST_CASE("Layers, embedding and head sum to the whole model on one rank") {
  for (const TransformerShape& s : {llama2_7b(), gpt2(), falcon_7b()}) {
    const auto network = make_transformer(s);
    const ShardShape whole;
    const double sum = network->first(whole).parameters + network->last(whole).parameters +
                       s.layers * network->layer(0, whole).parameters;
    CHECK(sum == network->parameters());
  }
}

TEST_CASE("Tensor parallelism splits matrices and keeps norms whole") {
  const auto network = make_transformer(llama2_7b());
  const double norms = 2 * 4096;
  const double matrices = network->layer(0, shard(1, 1, false)).parameters - norms;
  for (const int t : {2, 4, 8}) {
    CHECK(network->layer(0, shard(1, t, false)).parameters == matrices / t + norms);
    CHECK(network->layer(0, shard(1, t, true)).parameters == matrices / t + norms);
  }
}

TEST_CASE("Key/value heads are replicated when there are fewer than ranks") {
  const auto network = make_transformer(llama3_8b());  // 8 key/value heads of 128
  const double kv_of_one_head = 2 * 128 * 4096.0;
  const auto parameters = [&](int t) { return network->layer(0, shard(1, t, false)).parameters; };
  const double norms = 2 * 4096;
  CHECK(parameters(16) - norms == (parameters(8) - norms - kv_of_one_head) / 2 + kv_of_one_head);
}

TEST_CASE("The vocabulary is padded to whole shares of 128 rows, as Megatron-LM does") {
  const auto network = make_transformer(gpt3_175b());
  CHECK(network->tied_parameters(shard(1, 1, false)) == 50257 * 12288.0);
  CHECK(network->tied_parameters(shard(1, 8, false)) == 51200 / 8 * 12288.0);
}

TEST_CASE("The key/value cache of one token counts key/value heads, not query heads") {
  TransformerShape qwen = llama("qwen2.5-7b", 28, 3584, 28, 4, 18944, 152064, 32768);
  CHECK(kv_bytes_per_token(qwen, 2) == 57344.0);
  CHECK(3072 * kv_bytes_per_token(qwen, 2) / std::pow(2, 30) == Approx(0.1640625));
}

TEST_CASE("Heads that do not divide are refused with the widths that do") {
  const auto falcon = make_transformer(falcon_7b());
  CHECK(falcon->tensor_width_problem(2) ==
        "71 attention heads of falcon-7b cannot be split over 2 tensor-parallel ranks; legal widths: 1, 71");
  CHECK(falcon->tensor_width_problem(1).empty());
  CHECK(falcon->tensor_width_problem(71).empty());
  const auto llama8b = make_transformer(llama3_8b());
  for (const int t : {1, 2, 4, 8, 16, 32}) CHECK(llama8b->tensor_width_problem(t).empty());
  CHECK_FALSE(llama8b->tensor_width_problem(64).empty());
}

TEST_CASE("Impossible dimensions are refused one at a time, by name") {
  const auto refusal = [](const auto& spoil) -> std::string {
    TransformerShape s = llama3_8b();
    spoil(s);
    try {
      (void)make_transformer(s);
    } catch (const Error& e) {
      CHECK(e.failure() == Failure::bad_input);
      return e.what();
    }
    return "accepted";
  };
  CHECK(refusal([](auto& s) { s.head_dim = 0; }) ==
        "model llama-3-8b: head_dim must be a whole number of at least 1, found 0");
  CHECK(refusal([](auto& s) { s.vocabulary = 0; }) ==
        "model llama-3-8b: vocabulary must be a whole number of at least 1, found 0");
  CHECK(refusal([](auto& s) { s.ffn = -1; }) ==
        "model llama-3-8b: ffn must be a whole number of at least 1, found -1");
  CHECK(refusal([](auto& s) { s.head_dim = 0.5; }) ==
        "model llama-3-8b: head_dim must be a whole number of at least 1, found 0.5");
  CHECK(refusal([](auto& s) { s.kv_heads = 5; }) ==
        "model llama-3-8b: kv_heads must divide heads (32), found 5");
  CHECK(refusal([](auto& s) { s.learned_positions = 2048; }) ==
        "model llama-3-8b: sequence must be at most learned_positions (2048), found 8192");
}

namespace {

using nlohmann::json;

bool is_dense_decoder(const json& record) {
  if (record["kind"] != "decoder" || !record.contains("params_total")) return false;
  const json& c = record["config"]["v"];
  return !c.contains("experts") && !c.contains("kv_lora_rank");
}

TransformerShape shape_of(const json& record) {
  const json& c = record["config"]["v"];
  const auto number = [&](const char* key, double otherwise) {
    return c.contains(key) && !c[key].is_null() ? c[key].get<double>() : otherwise;
  };
  const auto flag = [&](const char* key) { return c.value(key, false); };
  TransformerShape s;
  s.name = record["id"];
  s.layers = c["layers"];
  s.hidden = c["hidden"];
  s.heads = c["heads"];
  s.kv_heads = number("kv_heads", s.heads);
  s.head_dim = number("head_dim", s.hidden / s.heads);
  s.ffn = c["ffn"];
  s.vocabulary = c["vocab"];
  s.sequence = 1024;
  s.gated = flag("gated");
  s.tied = flag("tied");
  s.layer_norm = flag("layernorm");
  s.attention_bias = flag("attn_bias");
  s.attention_out_bias = flag("attn_out_bias");
  s.mlp_bias = flag("mlp_bias");
  s.learned_positions = number("pos_emb", 0);
  return s;
}

}  // namespace

// The collection leaves out the bias of the final LayerNorm, which PyTorch counts: hidden parameters for GPT
// kinds.
TEST_CASE("Every dense decoder of the collected facts has its number of parameters") {
  std::ifstream file("../shared/catalogue/models.json");
  if (!file) {
    WARN("skipped: ../shared/catalogue/models.json is not here");
    return;
  }
  const json facts = json::parse(file);
  int compared = 0;
  for (const json& record : facts["records"]) {
    if (!is_dense_decoder(record)) continue;
    const TransformerShape s = shape_of(record);
    INFO(s.name);
    const double found = make_transformer(s)->parameters();
    CHECK(found - record["params_total"]["v"].get<double>() == (s.layer_norm ? s.hidden : 0));
    ++compared;
  }
  CHECK(compared >= 60);
}
