// SPDX-License-Identifier: Apache-2.0
// Records into predictions, or into the reason why there is none.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "scenarios/validate/summary.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/validate_records.hpp"

using namespace headroom;
using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;
using validation::Outcome;
using validation::Status;
using validation::SummaryRow;

namespace {

std::string refusal(const std::string& text) {
  try {
    (void)validation::parse_record_file(text, "m.json");
  } catch (const Error& error) {
    CHECK(error.failure() == Failure::bad_input);
    return error.what();
  }
  return "read";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Every value of a record, as a path from its root.
void paths_of(const nlohmann::json& value, const std::string& at, std::vector<std::string>& out) {
  if (!at.empty()) out.push_back(at);
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) paths_of(child, at + "/" + key, out);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) paths_of(value[i], at + "/" + std::to_string(i), out);
  }
}

// In its provenance.
bool tells(const Outcome& outcome, const char* what) {
  return std::any_of(outcome.provenance.begin(), outcome.provenance.end(),
                     [&](const std::string& line) { return says(line, what); });
}

}  // namespace

TEST_CASE("a broken file of measurements is refused with line and column") {
  CHECK(says(refusal("{\"schema\": \"headroom-truth-1\",\n  \"kind\": }"), "m.json:2:11: expected"));
  CHECK(says(refusal("[]"), "m.json:1:1: expected measurements (an object), found an array"));
  CHECK(says(refusal(R"({"schema": "headroom-truth-2", "kind": "training", "records": []})"),
             "m.json:1:12: schema: expected \"headroom-truth-1\", found \"headroom-truth-2\""));
  CHECK(
      says(refusal(R"({"schema": "headroom-truth-1", "kind": "video", "records": []})"), "found \"video\""));
  CHECK(says(refusal(R"({"schema": "headroom-truth-1", "kind": "training"})"), "records: expected an array"));
  CHECK(says(refusal(R"({"schema": "headroom-truth-1", "kind": "training", "records": {}})"),
             "found an object"));
  CHECK_THROWS_AS(validation::read_record_file("/no/such/file.json"), Error);
  CHECK_THROWS_AS(validation::read_record_file("/"), Error);
}

TEST_CASE(
    "training records of a dense model and of an image network are predicted in the unit that they state") {
  const Outcome llm = outcome_of("training", llm_record);
  INFO(llm.reason);
  REQUIRE(llm.status == Status::predicted);
  REQUIRE(llm.figures.size() == 1);
  CHECK_FALSE(llm.is_rate);
  CHECK(llm.figures.front().predicted > 0.05);
  CHECK(llm.figures.front().predicted < 5);
  const double step = llm.figures.front().predicted;
  const Outcome rate =
      outcome_of("training", with(llm_record, R"("iteration_s", "value": 0.5, "scope": "job")",
                                  R"("tokens_per_s_per_gpu", "value": 8000, "scope": "per_accelerator")"));
  REQUIRE(rate.status == Status::predicted);
  CHECK(rate.is_rate);
  CHECK(rate.figures.front().predicted == Approx(64 * 1024 / step / 16));
  const Outcome cnn = outcome_of("training", cnn_record);
  INFO(cnn.reason);
  REQUIRE(cnn.status == Status::predicted);
  CHECK(cnn.figures.front().predicted > 3000);
  CHECK(cnn.figures.front().predicted < 20000);
}

TEST_CASE("what a record leaves open is the least that fits, and its provenance says so") {
  const Outcome open =
      outcome_of("training", with(llm_record, R"("recompute": "none")", R"("recompute": "unknown")"));
  REQUIRE(open.status == Status::predicted);
  CHECK(tells(open, "recomputation not stated: none"));
  CHECK(open.figures.front().predicted == outcome_of("training", llm_record).figures.front().predicted);
}

TEST_CASE("a job that needs more memory than there is does not fit, and has no prediction") {
  const Outcome outcome = outcome_of(
      "training", with(llm_record, R"("layers": 8, "hidden": 2048)", R"("layers": 800, "hidden": 8192)"));
  CHECK(outcome.status == Status::does_not_fit);
  CHECK(outcome.figures.empty());
  CHECK(says(outcome.reason, "of the 80 GiB of one a100_sxm_80"));
}

TEST_CASE("a job that was measured and needs no more than a tenth too much is timed, and says so") {
  const auto of_layers = [](const char* layers) {
    const std::string dimensions = std::string(R"("layers": )") + layers + R"(, "hidden": 4096)";
    return outcome_of("training", with(llm_record, R"("layers": 8, "hidden": 2048)", dimensions));
  };
  const Outcome fits = of_layers("180"), nearly = of_layers("195"), by_far = of_layers("220");
  CHECK(fits.status == Status::predicted);
  CHECK(!tells(fits, "it ran, so it is timed"));
  CHECK(nearly.status == Status::predicted);
  CHECK(tells(nearly, "it ran, so it is timed"));
  CHECK(by_far.status == Status::does_not_fit);
}

TEST_CASE(
    "peaks of memory that records tell are held against ours, also where there is no other prediction") {
  const std::string measured = R"("measured": {"mem_gb_per_gpu": 8}, "task": "pretrain")";
  const Outcome outcome = outcome_of("training", with(llm_record, R"("task": "pretrain")", measured));
  REQUIRE(outcome.memory);
  CHECK(outcome.memory->observed_bytes == 8e9);
  CHECK(outcome.memory->predicted_bytes > 0);
  CHECK(!outcome_of("training", llm_record).memory);
  const Outcome huge =
      outcome_of("training", with(with(llm_record, R"("task": "pretrain")", measured),
                                  R"("layers": 8, "hidden": 2048)", R"("layers": 800, "hidden": 8192)"));
  CHECK(huge.status == Status::does_not_fit);
  const std::vector<Outcome> both = {outcome, huge};
  const std::vector<SummaryRow> rows = summary_of(both);
  const auto row =
      std::find_if(rows.begin(), rows.end(), [](const SummaryRow& r) { return r.set == "peak memory"; });
  REQUIRE(row != rows.end());
  CHECK(row->figures == 2);
  CHECK(!row->inside);
}

TEST_CASE("a record of adapters is predicted as MLPerf's rules or NeMo's recipes have them") {
  const auto lora = [](const char* changes) {
    return outcome_of("training",
                      with(llm_record, R"("task": "pretrain")", std::string(R"("task": "lora")") + changes));
  };
  const Outcome recipe = lora(""), noted = lora(R"(, "notes": "LoRA rank 64")");
  REQUIRE(recipe.status == Status::predicted);
  CHECK(tells(recipe, "adapters of rank 16"));
  CHECK(recipe.figures.front().predicted < outcome_of("training", llm_record).figures.front().predicted);
  CHECK(recipe.figures.front().predicted < noted.figures.front().predicted);
}

TEST_CASE("a recommender is known by its name, and its tables lie on all accelerators") {
  const std::string known =
      R"x("kind": "recommender", "model": {"name": "DLRM-DCNv2 (Criteo 1TB multi-hot)"}, )x";
  const std::string tail = cnn_record.substr(cnn_record.find(R"("machine")"));
  const std::string head = R"({"id": "r", "source": {"title": "A table"}, )";
  const Outcome outcome = outcome_of("training", head + known + tail);
  REQUIRE(outcome.status == Status::predicted);
  CHECK(tells(outcome, "tables and widths: dlrm-dcnv2"));
  const Outcome other = outcome_of("training", head + with(known, "DCNv2", "DCNv9") + tail);
  CHECK(other.status == Status::unsupported);
  CHECK(says(other.reason, "Headroom has no recommender"));
}

TEST_CASE("a record that cannot be used is unsupported, with the field and the reason") {
  const auto [from, to, reason] = GENERATE(table<std::string, std::string, std::string>({
      {R"("kind": "dense-llm")", R"("kind": "gnn")", "kind: training of \"gnn\" is not modelled"},
      {"a100_sxm_80", "a100_sxm_800", "a100_sxm_80"},
      {R"("layers": 8)", R"("layers": "eight")", "model.layers: expected a number, found \"eight\""},
      {R"("layers": 8, )", "", "model.layers: expected a whole number of at least 1, found nothing"},
      {R"("seq": 1024)", R"("seq": 1024, "moe": {"experts": 8})",
       "model.moe.topk: expected a whole number of at least 1, found nothing"},
      {R"("seq": 1024)", R"("seq": 1024, "hybrid": true)", "layers of a hybrid"},
      {R"("seq": 1024)", R"("seq": 1024, "swa": "some layers")",
       "model.swa: expected alternate layers, window"},
      {R"("tensor": 2)", R"("tensor": 4)",
       "layout: tensor 4 x context 1 x pipeline 2 x data 4 is not 16 accelerators"},
      {R"("context": 1)", R"("context": 2)",
       "layout: tensor 2 x context 2 x pipeline 2 x data 4 is not 16 accelerators"},
      {R"("mixed": [])", R"("mixed": [{"accelerator": "t4"}])", "machine.mixed"},
      {R"("usable": true)", R"("usable": false, "unusable_reason": "batch_unknown")",
       "usable: false, batch_unknown"},
      {R"("bf16")", R"("int4")", "precision.compute: expected fp32"},
      {R"("bf16")", R"("fp8")", "a100_sxm_80 has no rate for fp8"},
      {R"("nvswitch")", R"("wireless")", "links of kind \"wireless\""},
      {R"("infiniband")", R"("pigeon")", "network of kind \"pigeon\""},
      {R"("micro": 2)", R"("micro": 3)", "global_batch"},
      {R"("value": 0.5)", R"("value": -1)", "observed.value: expected a number above 0, found -1"},
      {R"("iteration_s")", R"("time_to_train_min")", "observed.quantity"},
      {R"("servers": 2)", R"("servers": 3)", "3 servers x 8 per server"},
  }));
  const Outcome outcome = outcome_of("training", with(llm_record, from, to));
  INFO(from << " -> " << to << ": " << outcome.reason);
  CHECK(outcome.status == Status::unsupported);
  CHECK(says(outcome.reason, reason));
  CHECK(outcome.figures.empty());
}

TEST_CASE("an image network is known by its name and its published size, not by one alone") {
  CHECK(outcome_of("training", with(cnn_record, "25600000", "44500000")).status == Status::unsupported);
  CHECK(outcome_of("training", with(cnn_record, "ResNet-50 v1.5", "ResNet-51")).status ==
        Status::unsupported);
  CHECK(outcome_of("training",
                   with(cnn_record, R"(, "params": 25600000, "fwd_macs_per_image": 4100000000)", ""))
            .status == Status::predicted);
}

TEST_CASE("sweeps of collectives and of matrix products are predicted point by point") {
  const Outcome sweep = outcome_of("network", collective_record);
  INFO(sweep.reason);
  REQUIRE(sweep.status == Status::predicted);
  REQUIRE(sweep.figures.size() == 2);
  CHECK(sweep.quantity == "seconds");
  CHECK(sweep.source == "github:a/tests");
  CHECK(sweep.figures[0].set == "collectives below 1 MiB");
  CHECK(sweep.figures[1].set == "collectives from 1 MiB");
  CHECK(sweep.figures[1].observed == Approx(4e-3));
  // 2 x 7/8 x 1 GiB over 450 GB/s would take 4.2 ms without reduction in the switch.
  CHECK(sweep.figures[1].predicted > 2e-3);
  CHECK(sweep.figures[1].predicted < 8e-3);
  const Outcome products = outcome_of("network", gemm_record);
  INFO(products.reason);
  REQUIRE(products.figures.size() == 1);
  CHECK(products.figures.front().at.front() == std::pair<std::string, double>("m", 4096));
  const double least = 2 * 4096.0 * 4096 * 4096 / 989.5e12;
  CHECK(products.figures.front().predicted > least);
  CHECK(products.figures.front().predicted < 2 * least);
}

TEST_CASE("a rate is predicted as a rate") {
  const Outcome outcome = outcome_of("network", with(gemm_record, R"("time_us": 200.0, )", ""));
  REQUIRE(outcome.figures.size() == 1);
  CHECK(outcome.quantity == "flop_per_s");
  CHECK(outcome.is_rate);
  CHECK(outcome.figures.front().observed == Approx(687e12));
  const double seconds = outcome_of("network", gemm_record).figures.front().predicted;
  CHECK(outcome.figures.front().predicted == Approx(2 * 4096.0 * 4096 * 4096 / seconds));
}

TEST_CASE("network records that are not modelled say why") {
  CHECK(
      says(outcome_of("network", with(collective_record, "all_reduce", "gather")).reason, "op: \"gather\""));
  CHECK(says(outcome_of("network", with(collective_record, "\"nccl\"", "\"oneccl\"")).reason, "oneccl"));
  CHECK(says(outcome_of("network", with(collective_record, "\"count\": 8", "\"count\": null")).reason,
             "machine.count"));
  CHECK(says(outcome_of("network", with(gemm_record, "\"gemm\", \"op\"", "\"storage\", \"op\"")).reason,
             "storage"));
  CHECK(says(outcome_of("network", with(gemm_record, "\"points\"", "\"dots\"")).reason, "points"));
}

TEST_CASE("whatever stands in a field, every record ends in a status and the others are not touched") {
  const auto kind = GENERATE(as<std::string>{}, "training", "network");
  const std::string text = kind == "training" ? llm_record : collective_record;
  const auto record = nlohmann::json::parse(text);
  std::vector<std::string> paths, records;
  paths_of(record, "", paths);
  for (const std::string& path : paths) {
    for (const char* value :
         {"null", "\"x\"", "-1", "0", "1.5", "1e9", "1e308", "[]", "{}", "true", "[[1]]"}) {
      auto changed = record;
      changed[nlohmann::json::json_pointer(path)] = nlohmann::json::parse(value);
      records.push_back(changed.dump());
    }
  }
  records.insert(records.end(), {"null", "7", "[]", "{}", "\"x\"", text});
  const auto outcomes = outcomes_of(kind.c_str(), records);
  REQUIRE(outcomes.size() == records.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    INFO(records[i]);
    CHECK((outcomes[i].status == Status::predicted) != outcomes[i].figures.empty());
    CHECK((outcomes[i].status == Status::predicted) == outcomes[i].reason.empty());
  }
  CHECK(outcomes.back().figures.front().predicted ==
        outcome_of(kind.c_str(), text).figures.front().predicted);
}
