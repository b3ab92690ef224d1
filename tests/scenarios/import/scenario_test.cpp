// SPDX-License-Identifier: Apache-2.0
// A configuration in the place of a model's name, and the command that shows it.
#include <nlohmann/json.hpp>

#include "scenarios/import/views.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/desk.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios;
using testing::Desk;
using testing::training_text;
using testing::with;

namespace {

const std::string in_file = with(training_text, "\"llama-2-7b-hf\"", "\"models/llama.json\"");

// A desk with the configurations in a folder of their own.
struct Office : Desk {
  Office() {
    (void)shell("mkdir -p models");
    write("models/llama.json", hf::testing::llama_2_7b);
    write("models/deepseek.json", hf::testing::deepseek_v3);
    write("file.json", in_file);
  }
};

nlohmann::json figures(const testing::Outcome& outcome) {
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const nlohmann::json answer = nlohmann::json::parse(outcome.out);
  return (answer.contains("answers") ? answer["answers"].at(0) : answer)["quantities"];
}

}  // namespace

TEST_CASE("a file gives the answer of the same model in the catalogue, and of its dimensions") {
  const Office office;
  const auto expected = figures(office.run("simulate training.json --json"));
  CHECK(figures(office.run("simulate file.json --json")) == expected);
  const auto shown = nlohmann::json::parse(office.run("import hf models/llama.json --json").out);
  office.write("inline.json", with(training_text, "\"llama-2-7b-hf\"", shown["model"].dump()));
  CHECK(figures(office.run("simulate inline.json --json")) == expected);
  office.write("like.json", with(training_text, "\"llama-2-7b-hf\"", R"({"like": "models/llama.json"})"));
  CHECK(figures(office.run("simulate like.json --json")) == expected);
}

TEST_CASE("every part that is simulated has an inline form, which gives the same answer") {
  const Office office;
  const auto ask = [&](const std::string& model) {
    office.write("ask.json", with(training_text, "\"llama-2-7b-hf\"", model));
    return figures(
        office.run("simulate ask.json --json --set fidelity=analytic --set layout.pipeline=1 "
                   "--set layout.tensor=8 --set layout.sequence_parallel=true"));
  };
  // Small, so that they fit.
  office.write("models/deepseek.json",
               with(with(hf::testing::deepseek_v3, "\"num_hidden_layers\": 61", "\"num_hidden_layers\": 5"),
                    "\"n_routed_experts\": 256", "\"n_routed_experts\": 16"));
  office.write("models/oss.json",
               with(with(hf::testing::gpt_oss_120b, "\"num_hidden_layers\": 36", "\"num_hidden_layers\": 2"),
                    "\"head_dim\"", "\"sliding_window\": 128, \"head_dim\""));
  office.write("models/shared.json",
               with(with(hf::testing::llama_2_7b, "\"llama\"", "\"qwen2_moe\""), "\"vocab_size\"",
                    "\"num_experts\": 4, \"num_experts_per_tok\": 2, \"moe_intermediate_size\": 1024,"
                    "\"shared_expert_intermediate_size\": 2048, \"vocab_size\""));
  for (const std::string file : {"models/deepseek.json", "models/oss.json", "models/shared.json"}) {
    INFO(file);
    const auto shown = nlohmann::json::parse(office.run("import hf " + file + " --json").out);
    REQUIRE(shown["model"].is_object());
    CHECK(ask(shown["model"].dump()) == ask('"' + file + '"'));
  }
}

TEST_CASE("a file that a scenario names lies beside it, one of the command line where the user stands") {
  const Office office;
  office.write("models/beside.json", with(training_text, "\"llama-2-7b-hf\"", "\"llama.json\""));
  CHECK(office.run("simulate models/beside.json").code == 0);
  CHECK(office.run("simulate models/beside.json --set workload.model=models/llama.json").code == 0);
  CHECK(office.run("simulate models/beside.json --set workload.model=llama.json")
            .err.find("llama.json: expected a readable file") != std::string::npos);
}

TEST_CASE("what is wrong in the model's file is told with both places") {
  const Office office;
  office.write("models/llama.json",
               with(hf::testing::llama_2_7b, "\"vocab_size\": 32000", "\"vocab_size\": 0"));
  const std::string said = office.run("simulate file.json").err;
  INFO(said);
  CHECK(said.find("file.json:6:45: workload.model: ") != std::string::npos);
  CHECK(said.find("models/llama.json:4:96: vocab_size: expected a whole number from 1") != std::string::npos);
}

TEST_CASE("two scenarios whose files differ are told apart by the fields that do") {
  const Office office;
  (void)office.shell("mkdir -p other/models");
  office.write("other/file.json", in_file);
  office.write("other/models/llama.json",
               with(hf::testing::llama_2_7b, "\"vocab_size\": 32000", "\"vocab_size\": 64000"));
  const testing::Outcome outcome = office.run("compare file.json other/file.json --json");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const auto inputs = nlohmann::json::parse(outcome.out)["inputs"];
  REQUIRE(inputs.size() == 1);
  CHECK(inputs.at(0)["path"] == "workload.model vocabulary");
}

TEST_CASE("a window as wide as the sequence changes nothing, a narrower one saves time") {
  const Office office;
  const auto with_window = [&](const char* window) {
    office.write("models/llama.json",
                 with(hf::testing::llama_2_7b, "\"hidden_act\"",
                      std::string("\"sliding_window\": ") + window + ", \"hidden_act\""));
    return figures(office.run("simulate file.json --json"));
  };
  const auto full = figures(office.run("simulate training.json --json"));
  CHECK(with_window("4096") == full);
  CHECK(with_window("512")["step_seconds"].get<double>() < full["step_seconds"].get<double>());
}

TEST_CASE("what is not simulated is told as a warning") {
  const Office office;
  office.write("models/llama.json", with(with(hf::testing::llama_2_7b, "\"llama\"", "\"brand_new\""),
                                         "\"tie_word_embeddings\": false", "\"tie_word_embeddings\": true"));
  CHECK(office.run("simulate file.json").out.find("generic decoder") != std::string::npos);
}

TEST_CASE("a model of 405 B parameters on one accelerator has no step time") {
  const Office office;
  office.write("models/llama.json",
               R"({"model_type": "llama", "hidden_size": 16384, "intermediate_size": 53248,
      "num_attention_heads": 128, "num_hidden_layers": 126, "num_key_value_heads": 8, "vocab_size": 128256,
      "torch_dtype": "bfloat16"})");
  const std::string one =
      " --set cluster.servers=1 --set cluster.accelerators_per_server=1 --set layout.tensor=1 --set "
      "layout.pipeline=1";
  const testing::Outcome outcome = office.run("simulate file.json --json" + one);
  INFO(outcome.out + outcome.err);
  CHECK(outcome.code != 0);
  CHECK(outcome.out.find("step_seconds") == std::string::npos);
  const auto shown = nlohmann::json::parse(office.run("import hf models/llama.json --json").out);
  CHECK(shown["weight_bytes"].get<double>() == Approx(811.7e9).epsilon(0.001));
}

TEST_CASE("71 heads split over 1 or 71 ranks, and the refusal says so") {
  auto model = hf::testing::read(R"({"model_type": "falcon", "bias": false, "hidden_size": 4544,
      "multi_query": true, "num_attention_heads": 71, "num_hidden_layers": 32, "vocab_size": 65024})");
  REQUIRE(model.shape);
  model.shape->sequence = 2048;
  const auto network = headroom::models::make_transformer(*model.shape);
  for (const int tensor : {2, 4, 8}) {
    const std::string problem = network->tensor_width_problem(tensor);
    INFO(problem);
    CHECK(problem.find("71 attention heads") != std::string::npos);
    CHECK(problem.find("legal widths: 1, 71") != std::string::npos);
  }
  CHECK(network->tensor_width_problem(1).empty());
}

TEST_CASE("the command prints sizes and origins, and exit code 2 with one line for what it refuses") {
  const Office office;
  const std::string shown = office.run("import hf models/deepseek.json").out;
  CHECK(shown.find("671026419200") != std::string::npos);
  CHECK(shown.find("kv_lora_rank") != std::string::npos);
  for (const char* words :
       {"import hf none.json", "import hf training.json", "import gguf models/llama.json", "import"}) {
    const testing::Outcome outcome = office.run(words);
    INFO(words << ": " << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
  }
  const testing::Outcome several =
      office.run("import hf models/llama.json training.json models/deepseek.json --json");
  CHECK(several.code == 2);
  CHECK(several.err.find("training.json") != std::string::npos);
  CHECK(nlohmann::json::parse(several.out).size() == 2);
  const auto json = nlohmann::json::parse(office.run("import hf models/llama.json --json").out);
  CHECK(json["parameters"] == 6738415616.0);
  CHECK(json["kv_bytes_per_token"] == 2.0 * 32 * 4096 * 2);
}
