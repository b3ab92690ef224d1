// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

namespace {

std::string with_variants(const std::string& variants, const std::string& expected = "[]") {
  return with(training_text, "\"seed\": 7",
              "\"seed\": 7, \"variants\": " + variants + ", \"expected\": " + expected);
}

const std::string two = R"([{"name": "one", "set": {"cluster.servers": 1, "layout.global_batch": 8}},
  {"name": "two", "set": {"cluster": {"fabric": {"oversubscription": 2}}}}])";

}  // namespace

TEST_CASE("each variant is a scenario with its own fields over the file's") {
  const ScenarioFile file = read_scenario_text(with_variants(two), "s.json");
  REQUIRE(file.scenarios.size() == 2);
  CHECK(file.scenarios[0].variant == "one");
  CHECK(file.scenarios[0].cluster.servers == 1);
  CHECK(file.scenarios[1].cluster.servers == 2);
  CHECK(file.scenarios[1].cluster.fabric.oversubscription == 2);
  CHECK(file.scenarios[1].cluster.fabric.link_bytes_per_second == 25e9);  // the rest of the object stays
}

TEST_CASE("the command line wins over variants") {
  const std::vector<std::string> set = {"cluster.servers=1"};
  const ScenarioFile file = read_scenario_text(with_variants(two), "s.json", set);
  CHECK(file.scenarios[1].cluster.servers == 1);
}

TEST_CASE("wrong variants are refused") {
  CHECK(complaint_of(with_variants("[]")) ==
        "s.json:9:26: variants: expected an array of 1 to 256 objects, found an array");
  CHECK(complaint_of(with_variants("3")) ==
        "s.json:9:26: variants: expected an array of 1 to 256 objects, found 3");
  CHECK(complaint_of(with_variants(R"([{"set": {}}])")) ==
        "s.json:9:27: variants[].name: expected a line of 1 to 200 bytes, found nothing");
  CHECK(complaint_of(with_variants(R"([{"name": "a", "set": {}}, {"name": "a", "set": {}}])")) ==
        "s.json:9:62: variants[].name: expected a name of its own, found a");
  CHECK(
      complaint_of(with_variants(R"([{"name": "a", "set": {"cluster.srvers": 2}}])")) ==
      "s.json:9:67: cluster.srvers: expected a key of cluster, found \"srvers\" (nearest: servers, server)");
  CHECK(complaint_of(with_variants(R"([{"name": "a", "set": {"cluster.fabrik.link": "1 Gbit/s"}}])")) ==
        "s.json:9:72: cluster.fabrik: expected a key of cluster, found \"fabrik\" (nearest: fabric)");
  CHECK(complaint_of(with_variants(R"([{"name": "a", "set": {"workload.model.layers": 2}}])")) ==
        "s.json:9:74: workload.model.layers: expected an object at workload.model, found \"llama-2-7b-hf\"");
}

TEST_CASE("expected bands are read, and refused when they speak of no variant") {
  const std::string band =
      R"([{"quantity": "mfu", "variant": "one", "over": "two", "low": 1, "high": 2, "source": "arithmetic"}])";
  const ScenarioFile file = read_scenario_text(with_variants(two, band), "s.json");
  REQUIRE(file.expected.size() == 1);
  CHECK(file.expected[0].quantity == "mfu");
  CHECK(file.expected[0].over == "two");
  CHECK_THAT(complaint_of(with_variants(two, with(band, "\"two\"", "\"twoo\""))),
             Catch::Matchers::EndsWith(
                 "expected[].over: expected the name of a variant, found \"twoo\" (nearest: two)"));
  CHECK_THAT(complaint_of(with_variants(two, with(band, "\"low\": 1", "\"low\": 3"))),
             Catch::Matchers::EndsWith("expected[].high: expected at least low (3), found 2"));
  CHECK_THAT(
      complaint_of(with_variants(two, with(band, ", \"source\": \"arithmetic\"", ""))),
      Catch::Matchers::EndsWith("expected[].source: expected a line of 1 to 2000 bytes, found nothing"));
}
