// SPDX-License-Identifier: Apache-2.0
// The views of what validate() found.
#include <nlohmann/json.hpp>

#include "scenarios/validate/summary.hpp"
#include "scenarios/validate/views.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/validate_records.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;
using namespace headroom::scenarios::validation;

namespace {

std::vector<Outcome> some_outcomes() {
  const auto& facts = headroom::models::Catalogue::built_in();
  return validate(
      {parse_record_file(file_of("training", {llm_record, cnn_record, "{\"id\": \"<b>\"}"}), "t.json"),
       parse_record_file(file_of("network", {collective_record, gemm_record}), "n.json")},
      facts);
}

std::vector<std::string> keys_of(const nlohmann::ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

}  // namespace

TEST_CASE("the JSON of a validation has one entry a record with the agreed keys") {
  const auto outcomes = some_outcomes();
  const auto json = nlohmann::ordered_json::parse(outcomes_json(outcomes, summary_of(outcomes)));
  CHECK(keys_of(json) == std::vector<std::string>{"records", "summary"});
  REQUIRE(json["records"].size() == 5);
  const std::vector<std::string> keys{"id",        "status", "reason", "quantity",  "observed",
                                      "predicted", "low",    "high",   "provenance"};
  std::vector<std::string> with_points = keys;
  with_points.emplace_back("points");
  CHECK(keys_of(json["records"][0]) == keys);
  CHECK(keys_of(json["records"][3]) == with_points);
  const auto& llm = json["records"][0];
  CHECK(llm["status"] == "predicted");
  CHECK(llm["observed"] == 0.5);
  CHECK(llm["low"].get<double>() < llm["high"].get<double>());
  const auto& lost = json["records"][2];
  CHECK(lost["status"] == "unsupported");
  CHECK_FALSE(lost["reason"].get<std::string>().empty());
  CHECK(lost["predicted"].is_null());
  const auto& point = json["records"][3]["points"].at(1);
  CHECK(point["bytes"] == 1073741824);
  CHECK(point["observed"].get<double>() == Approx(4e-3));
  CHECK(json["summary"].at(0).contains("median_error"));
}

TEST_CASE("CSV has a row for every figure and one for every record without") {
  const std::string csv = outcomes_csv(some_outcomes());
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 1 + 1 + 1 + 2 + 1);
  CHECK(csv.find("sweep,predicted,,github:a/tests,h100_sxm,8,seconds,bytes=1024,") != std::string::npos);
}

TEST_CASE("the page of a validation escapes names and loads nothing") {
  const auto outcomes = some_outcomes();
  const std::string page = outcomes_html(outcomes, summary_of(outcomes));
  CHECK(page.rfind("<!DOCTYPE html>", 0) == 0);
  CHECK(page.find("<circle") != std::string::npos);
  for (const char* foreign : {"http:", "https:", "<script", "<link", "<img", "<b>"}) {
    CHECK(page.find(foreign) == std::string::npos);
  }
}

TEST_CASE("the table names every set, and why records have no prediction") {
  const auto outcomes = some_outcomes();
  const std::string table = summary_table(outcomes, summary_of(outcomes), false);
  for (const char* part : {"training", "dense-llm", "collectives from 1 MiB", "gemm", "a100_sxm_80",
                           "a/paper", "Most frequent reasons"}) {
    CHECK(table.find(part) != std::string::npos);
  }
}
