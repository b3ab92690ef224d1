// SPDX-License-Identifier: Apache-2.0
// The machine-readable views: JSON, CSV, trace.
#include <nlohmann/json.hpp>

#include "scenarios/scenario_reader.hpp"
#include "scenarios/views/answer_csv.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/trace.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/answer_fixture.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;
using nlohmann::json;

TEST_CASE("the JSON of an answer parses, and its breakdown sums to the step") {
  const std::vector<Answer> answers{training_answer()};
  const json all = json::parse(answers_json(fixture_file(), answers));
  CHECK(all["name"] == "fixture");
  const json& answer = all["answers"].at(0);
  CHECK(answer["feasible"] == true);
  CHECK(answer["quantities"]["mfu"] == 0.41);
  double sum = 0;
  for (const auto& part : answer["breakdown"]) sum += part.get<double>();
  CHECK(sum == Approx(answer["quantities"]["step_seconds"].get<double>()));
  double memory = 0;
  for (const auto& term : answer["memory"]["terms"]) memory += term["bytes"].get<double>();
  CHECK(memory == answer["memory"]["total_bytes"]);
  CHECK(answer["links"].at(0)["kind"] == to_string(headroom::topologies::LinkKind::scale_up));
  CHECK(answer["cost"]["capex"].size() == 2);
}

TEST_CASE("an answer says between what its time should lie, and on which cases that rests") {
  const auto file = read_scenario("scenarios/library/llama-2048-a100.json", {});
  const std::vector<Answer> answers{simulate(file.scenarios.front())};
  const json answer = json::parse(answers_json(file, answers))["answers"].at(0);
  const double seconds = answer["quantities"]["step_seconds"];
  CHECK(answer["interval"]["share"] == 0.8);
  CHECK(answer["interval"]["low_seconds"].get<double>() < seconds);
  CHECK(answer["interval"]["high_seconds"].get<double>() > seconds);
  CHECK(answer["interval"]["low_seconds"] == answer["quantities"]["step_low_seconds"]);
  CHECK(answer["interval"]["basis"].get<std::string>().find("like cases from") != std::string::npos);
}

TEST_CASE("a name that is not UTF-8 does not break the JSON") {
  const std::vector<Answer> answers{training_answer("caf\xe9")};
  CHECK(json::accept(answers_json(fixture_file(), answers)));
}

TEST_CASE("an answer that does not fit has memory and the reason, and no time") {
  const std::vector<Answer> answers{infeasible_answer()};
  const json answer = json::parse(answers_json(fixture_file(), answers))["answers"].at(0);
  CHECK(answer["feasible"] == false);
  CHECK(answer.contains("memory"));
  CHECK_FALSE(answer.contains("breakdown"));
  CHECK_FALSE(answer["quantities"].contains("step_seconds"));
}

TEST_CASE("the JSON holds answers to the bands of the file") {
  const std::vector<Answer> answers{training_answer("a"), training_answer("b")};
  const ScenarioFile file =
      fixture_file({{"mfu", "a", "b", 0.9, 1.1, "arithmetic"}, {"mfu", "a", "", 0.9, 1.0, "x"}});
  const json verdicts = json::parse(answers_json(file, answers))["expected"];
  CHECK(verdicts.at(0)["met"] == true);
  CHECK(verdicts.at(0)["value"] == 1.0);
  CHECK(verdicts.at(1)["met"] == false);
}

TEST_CASE("a band for a figure that no answer has is refused with the nearest name") {
  const std::vector<Answer> answers{training_answer("a")};
  const ScenarioFile file = fixture_file({{"mfuu", "", "", 0, 1, "x"}});
  try {
    (void)answers_json(file, answers);
    FAIL("not refused");
  } catch (const headroom::Error& error) {
    CHECK(error.failure() == headroom::Failure::bad_input);
    CHECK(std::string(error.what()).find("mfu") != std::string::npos);
  }
}

TEST_CASE("the CSV has a header and five cells a line, commas quoted") {
  Answer answer = training_answer("with, comma");
  const std::vector<Answer> answers{answer};
  const std::string csv = answers_csv(fixture_file(), answers);
  CHECK(csv.rfind("scenario,variant,group,name,value\n", 0) == 0);
  CHECK(csv.find("fixture,\"with, comma\",quantity,mfu,0.41\n") != std::string::npos);
  CHECK(csv.find("fixture,\"with, comma\",capex,\"leaf switches, 40 ports\",20000\n") != std::string::npos);
  CHECK(csv.find("fixture,\"with, comma\",capex,total,420000\n") != std::string::npos);
  CHECK(csv.find("fixture,\"with, comma\",owned a month,total,7693.5\n") != std::string::npos);
}

TEST_CASE("the trace parses: a process a rank, a thread a stream, every operation on each of its streams") {
  const std::vector<Answer> answers{training_answer()};
  const json trace = json::parse(trace_json(answers));
  int processes = 0, threads = 0, complete = 0;
  double last = 0;
  for (const json& event : trace["traceEvents"]) {
    if (event["ph"] == "M") (event["name"] == "process_name" ? processes : threads) += 1;
    if (event["ph"] != "X") continue;
    ++complete;
    last = std::max(last, event["ts"].get<double>() + event["dur"].get<double>());
  }
  CHECK(processes == 1);
  CHECK(threads == 2);
  CHECK(complete == 4);
  CHECK(last == Approx(4.0));  // microseconds: the step
}

TEST_CASE("two variants are two processes of one trace") {
  const std::vector<Answer> answers{training_answer("a"), training_answer("b")};
  std::vector<std::string> names;
  const json trace = json::parse(trace_json(answers));
  for (const json& event : trace["traceEvents"]) {
    if (event["name"] == "process_name") names.push_back(event["args"]["name"]);
  }
  CHECK(names == std::vector<std::string>{"a / stage 0", "b / stage 0"});
}

TEST_CASE("what was not simulated event by event has no trace") {
  const std::vector<Answer> answers{collective_answer()};
  CHECK_THROWS_AS(trace_json(answers), headroom::Error);
}

TEST_CASE("a comparison lists what differs and the ratio of every figure") {
  const Answer a = training_answer();
  Answer b = training_answer();
  b.scenario.inputs["cluster.servers"] = "4";
  b.scenario.inputs["seed"] = "1";
  b.quantities["step_seconds"] = 2e-6;
  b.quantities.erase("mfu");
  const Comparison comparison = compare(a, b);
  REQUIRE(comparison.inputs.size() == 2);
  CHECK(comparison.inputs[0].path == "cluster.servers");
  CHECK(comparison.inputs[1].a == "(default)");
  const json figures = json::parse(comparison_json(comparison))["quantities"];
  CHECK(figures["step_seconds"]["ratio"] == 0.5);
  CHECK(figures["mfu"]["b"].is_null());
  CHECK(comparison_csv(comparison).find("step_seconds,4e-06,2e-06,0.5\n") != std::string::npos);
}
