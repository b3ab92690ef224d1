// SPDX-License-Identifier: Apache-2.0
// Bytes of weights, quantised or not. Quantised weights leave the cache as it is.
#include "tests/catch.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios::hf;
using namespace headroom::scenarios::hf::testing;

namespace {

// Llama 2 7B: the matrices of its layers, and everything.
constexpr double matrices = 32 * (4.0 * 4096 * 4096 + 3.0 * 4096 * 11008), all = 6738415616;

std::string quantised(const std::string& quantisation) {
  return with(llama_2_7b, "\"vocab_size\"", "\"quantization_config\": " + quantisation + ", \"vocab_size\"");
}

}  // namespace

TEST_CASE("weights take the width of their type") {
  CHECK(read(llama_2_7b).weight_bytes == 2 * all);
  CHECK(read(with(llama_2_7b, "float16", "float32")).weight_bytes == 4 * all);
  CHECK(read(with(llama_2_7b, "float16", "torch.bfloat16")).weight_bytes == 2 * all);
  CHECK(origin_of(read(with(llama_2_7b, "\"torch_dtype\": \"float16\",", "")), "element type") ==
        "inferred: absent: 16 bit");
  CHECK(complaint_of(with(llama_2_7b, "float16", "float13"))
            .find("torch_dtype: expected bfloat16, float16 or "
                  "float32, found \"float13\"") != std::string::npos);
}

TEST_CASE("quantised matrices are narrower, ends and norms are not, and the cache does not change") {
  struct Case {
    const char* quantisation;
    double bits;
  };
  const Case cases[] = {
      {R"({"quant_method": "fp8"})", 8},
      {R"({"quant_method": "fp8", "weight_block_size": [128, 128]})", 8 + 32.0 / (128 * 128)},
      {R"({"quant_method": "gptq", "bits": 4, "group_size": 128})", 4 + 20.0 / 128},
      {R"({"quant_method": "awq", "bits": 4, "group_size": -1})", 4},
      {R"({"quant_method": "bitsandbytes", "load_in_4bit": true})", 4.5},
      {R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})", 4.5},
      {R"({"quant_algo": "FP8", "ignore": ["lm_head"]})", 8},
      {R"({"quant_method": "compressed-tensors", "config_groups": {"group_0": {"targets": ["Linear"],
           "weights": {"num_bits": 4, "type": "int", "group_size": 128}}}})",
       4 + 16.0 / 128},
  };
  for (const Case& c : cases) {
    INFO(c.quantisation);
    const ImportedModel model = read(quantised(c.quantisation));
    CHECK(model.weight_bytes == Approx(matrices * c.bits / 8 + (all - matrices) * 2).epsilon(1e-12));
    CHECK(model.cache_bytes_per_token() == read(llama_2_7b).cache_bytes_per_token());
    CHECK(model.parameters.total == all);
  }
}

TEST_CASE("modules that are left out keep their width, however they are written") {
  const double attention = 32 * 4.0 * 4096 * 4096, first = (4.0 * 4096 * 4096 + 3.0 * 4096 * 11008);
  const auto narrowed = [](const std::string& list) {
    const ImportedModel model = read(quantised(R"({"quant_method": "fp8", "ignore": )" + list + "}"));
    return 2 * all - model.weight_bytes;
  };
  CHECK(narrowed("[]") == matrices);
  CHECK(narrowed(R"(["model.layers.*.self_attn"])") == matrices - attention);
  CHECK(narrowed(R"(["self_attn"])") == matrices - attention);
  CHECK(narrowed(R"(["*.self_attn.*"])") == matrices - attention);
  CHECK(narrowed(R"(["re:.*self_attn.*"])") == matrices - attention);
  CHECK(narrowed(R"(["language_model.model.layers.0*"])") == matrices - first);
  CHECK(narrowed(R"(["model.layers.1.mlp.gate_proj"])") == matrices - 4096.0 * 11008);
  CHECK(narrowed(R"(["vision_model.model.layers.1.mlp"])") == matrices);
}

TEST_CASE("groups that name their modules quantise those, the head too") {
  const ImportedModel model = read(quantised(R"({"quant_method": "modelopt", "config_groups": {
      "group_0": {"targets": ["lm_head"], "weights": {"num_bits": 4, "type": "float", "group_size": 16}},
      "group_1": {"targets": ["model.layers.0.self_attn.q_proj"], "weights": {"num_bits": 8}}}})"));
  const double head = 32000.0 * 4096, queries = 4096.0 * 4096;
  CHECK(model.weight_bytes == 2 * (all - head - queries) + head * 4.5 / 8 + queries);
}

TEST_CASE("gpt-oss in MXFP4 weighs what its checkpoint does") {
  // Model card of gpt-oss (arXiv:2508.10925, table 1): 60.8 GiB.
  CHECK(read(gpt_oss_120b).weight_bytes / (1 << 30) == Approx(60.8).epsilon(0.002));
}

TEST_CASE("a method that is not known is no method that is") {
  CHECK(complaint_of(quantised(R"({"quant_method": "hqq"})")).find("a method that is known: fp8") !=
        std::string::npos);
  CHECK(complaint_of(quantised(R"({"quant_method": "gptq", "bits": 4})")).find("group_size") !=
        std::string::npos);
  CHECK(complaint_of(quantised(R"({"quant_method": "fp8", "ignore": ["re:layers.[0-9]+"]})"))
            .find("a pattern of names and .* only") != std::string::npos);
}
