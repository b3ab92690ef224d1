// SPDX-License-Identifier: Apache-2.0
// The built `headroom` program: exit codes, what stands on which stream, what is left on disk.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/scenarios/desk.hpp"

namespace fs = std::filesystem;
using namespace headroom::scenarios::testing;

TEST_CASE("an answered question exits with 0 and a table") {
  const Desk desk;
  const Outcome outcome = desk.run("simulate collective.json");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find("Bus bandwidth") != std::string::npos);
  CHECK(outcome.err.empty());
}

TEST_CASE("--json prints JSON and nothing else, the same every time") {
  const Desk desk;
  const Outcome first = desk.run("simulate training.json --json");
  INFO(first.err);
  REQUIRE(first.code == 0);
  const auto answer = nlohmann::json::parse(first.out)["answers"].at(0);
  double sum = 0;
  for (const auto& part : answer["breakdown"]) sum += part.get<double>();
  CHECK(sum == Approx(answer["quantities"]["step_seconds"].get<double>()).epsilon(1e-9));
  CHECK(desk.run("simulate training.json --json").out == first.out);
}

TEST_CASE("a layout that does not fit exits with 1, says the smallest change, and gives no time") {
  const Desk desk;
  const Outcome outcome = desk.run("simulate large.json --json");
  INFO(outcome.err);
  CHECK(outcome.code == 1);
  const auto answer = nlohmann::json::parse(outcome.out)["answers"].at(0);
  CHECK(answer["feasible"] == false);
  CHECK_FALSE(answer["why_not"].get<std::string>().empty());
  CHECK_FALSE(answer["quantities"].contains("step_seconds"));
}

TEST_CASE("bad input exits with 2, one line on standard error and nothing on standard output") {
  const Desk desk;
  const std::string words =
      GENERATE(as<std::string>{}, "simulate broken.json", "simulate none.json",
               "simulate training.json --set cluster.serverz=1",
               "simulate training.json --set cluster.server=dgx_b4", "simulate training.json --jsn",
               "simulate", "simulate training.json --json --csv", "simulate training.json --fidelity exact",
               "simulate training.json --report none/report.html", "simulate training.json --report .",
               "simulate collective.json --trace t.json", "simulate training.json --variant x",
               "simlate training.json", "compare training.json", "topology broken.json",
               "catalogue list servers", "catalogue show h100", "catalogue sho x", "validate broken.json",
               "validate --records none.json", "validate training.json", "validate --json --csv");
  const Outcome outcome = desk.run(words);
  INFO(words);
  INFO(outcome.err);
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(outcome.err.rfind("headroom: ", 0) == 0);
  CHECK(desk.files() == 4);
}

TEST_CASE("a report and a trace are written beside the answer") {
  const Desk desk;
  const Outcome outcome = desk.run("simulate training.json --report r.html --trace t.json --csv");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(desk.files() == 6);
  CHECK(desk.text_of("r.html").find("<!DOCTYPE html>") == 0);
  CHECK(nlohmann::json::parse(desk.text_of("t.json"))["traceEvents"].size() > 10);
  CHECK(outcome.out.rfind("scenario,variant,group,name,value\n", 0) == 0);
}

TEST_CASE("an error leaves what was there before") {
  const Desk desk;
  desk.write("r.html", "old");
  CHECK(desk.run("simulate training.json --report r.html --trace none/t.json").code == 2);
  CHECK(desk.text_of("r.html") == "old");
  CHECK(desk.files() == 5);
}

TEST_CASE("a comparison says what differs and the ratio of the figures") {
  const Desk desk;
  desk.write("other.json", R"({"extends": "training.json", "layout": {"global_batch": 32}})");
  const Outcome outcome = desk.run("compare training.json other.json --json");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const auto comparison = nlohmann::json::parse(outcome.out);
  REQUIRE(comparison["inputs"].size() == 1);
  CHECK(comparison["inputs"].at(0)["path"] == "layout.global_batch");
  CHECK(comparison["quantities"]["step_seconds"]["ratio"].get<double>() > 1.2);
}

TEST_CASE("the cluster is described, drawn and listed") {
  const Desk desk;
  CHECK(desk.run("topology training.json").out.find("server") != std::string::npos);
  CHECK(desk.run("topology training.json --dot").out.find("graph") != std::string::npos);
  CHECK(desk.run("topology training.json --bom").out.find("switch") != std::string::npos);
}

TEST_CASE("the catalogue is listed and shown, the schema and the version printed") {
  const Desk desk;
  const std::string servers = desk.run("catalogue list server").out;
  CHECK(servers.find("dgx_a100\n") != std::string::npos);
  CHECK(
      servers.find("trn1_32xl  (facts only, no scenario can use it: server trn1_32xl: the catalogue does not "
                   "know its sockets)\n") != std::string::npos);
  CHECK(desk.run("catalogue show h100_sxm").code == 0);
  CHECK(nlohmann::json::parse(desk.run("schema").out)["properties"].contains("cluster"));
  CHECK(desk.run("schema --list").out.find("cluster.fabric.link") != std::string::npos);
  CHECK(desk.run("--version").out.rfind("headroom ", 0) == 0);
  CHECK(desk.run("--help").code == 0);
  CHECK(desk.run("simulate --help").out.find("--report") != std::string::npos);
  CHECK(desk.run("").code == 2);
}
