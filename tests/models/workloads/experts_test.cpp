// SPDX-License-Identifier: Apache-2.0
// Mixtures of experts, latent attention and windows: parameters, caches, what attention sees.
#include "models/workloads/network.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;

namespace {

TransformerShape deepseek_v3() {
  TransformerShape s;
  s.name = "DeepSeek-V3";
  s.layers = 61;
  s.hidden = 7168, s.heads = 128, s.kv_heads = 128, s.head_dim = 56, s.ffn = 18432, s.vocabulary = 129280;
  s.sequence = 4096;
  s.gated = true;
  s.experts = {.experts = 256,
               .per_token = 8,
               .ffn = 2048,
               .shared_ffn = 2048,
               .router_bias = true,
               .dense_layers = 3};
  s.latent = {.query_rank = 1536, .key_value_rank = 512, .rope_dim = 64, .nope_dim = 128, .value_dim = 128};
  return s;
}

TransformerShape mixtral() {
  TransformerShape s;
  s.name = "Mixtral 8x7B";
  s.layers = 32;
  s.hidden = 4096, s.heads = 32, s.kv_heads = 8, s.head_dim = 128, s.ffn = 14336, s.vocabulary = 32000;
  s.sequence = 4096;
  s.gated = true;
  s.experts = {.experts = 8, .per_token = 2, .ffn = 14336};
  return s;
}

}  // namespace

TEST_CASE("Mixtral 8x7B has 46,702,792,704 parameters, of which 12,879,925,248 work on a token") {
  CHECK(make_transformer(mixtral())->parameters() == 46702792704.0);
  CHECK(active_parameters(mixtral()) == 12879925248.0);
}

TEST_CASE("DeepSeek-V3 has 671 billion parameters, of which 37 billion work on a token") {
  CHECK(make_transformer(deepseek_v3())->parameters() == Approx(671e9).epsilon(0.001));
  CHECK(active_parameters(deepseek_v3()) == Approx(37.5e9).epsilon(0.01));
}

TEST_CASE("Latent attention caches one short vector a token: 70,272 bytes for DeepSeek-V3") {
  CHECK(kv_bytes_per_token(deepseek_v3(), 2) == 70272);
}

TEST_CASE("Layers with and without a window, with and without experts are told apart") {
  TransformerShape s = mixtral();
  s.window = 128;
  s.full_attention_every = 2;
  s.experts.dense_layers = 1;
  const auto network = make_transformer(s);
  CHECK(network->layer_class(0) != network->layer_class(2));  // dense and with experts, both windowed
  CHECK(network->layer_class(1) != network->layer_class(2));
  CHECK(network->layer_class(1) == network->layer_class(31));
  CHECK(network->layer_class(2) == network->layer_class(30));
}

TEST_CASE("A window as wide as the sequence changes nothing, a narrower one saves attention") {
  const auto flops = [](double window) {
    TransformerShape s = mixtral();
    s.window = window;
    double sum = 0;
    for (const Segment& segment : make_transformer(s)->layer(0, ShardShape{}).segments)
      for (const Kernel& k : segment.forward)
        if (k.kind == KernelKind::attention) sum += k.flops;
    return sum;
  };
  CHECK(flops(4096) == flops(0));
  CHECK(flops(1024) == Approx(flops(0) * 2 * (0.25 - 0.25 * 0.25 / 2)));
  CHECK(flops(128) < flops(1024));
}

TEST_CASE("Every token goes through as many rows of experts as it has copies") {
  ShardShape how;
  how.expert = 4;
  double up_flops = 0;
  for (const Segment& segment : make_transformer(mixtral())->layer(0, how).segments)
    for (const Kernel& k : segment.forward)
      if (std::string(k.name) == "experts up") up_flops += k.flops;
  // 2 FLOP x 4,096 tokens x 2 copies x hidden x gate and up.
  CHECK(up_flops == 2 * 4096.0 * 2 * 4096 * 2 * 14336);
}

TEST_CASE("More experts a token than experts are refused") {
  TransformerShape s = mixtral();
  s.experts.per_token = 9;
  CHECK_THROWS_WITH(make_transformer(s),
                    Catch::Matchers::Contains("experts_per_token must be at most experts (8), found 9"));
}
