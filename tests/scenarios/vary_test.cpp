// SPDX-License-Identifier: Apache-2.0
// The axes of `vary`.
#include "scenarios/language/axis.hpp"
#include "scenarios/language/document.hpp"
#include "scenarios/language/json_text.hpp"
#include "tests/catch.hpp"
#include "tests/scenarios/texts.hpp"

using namespace headroom::scenarios;
using namespace headroom::scenarios::testing;

namespace {

std::vector<Axis> axes_of(const std::string& vary) {
  return read_axes(load_document_text("{\"vary\": " + vary + "}", "s.json"));
}

// The values of a single axis with a single path, as JSON.
std::string values_of(const std::string& path, const std::string& values) {
  std::string out;
  const std::vector<Axis> axes = axes_of("[{\"" + path + "\": " + values + "}]");
  for (const Node& node : axes.front().values.front()) out += (out.empty() ? "" : " ") + print_json(node);
  return out;
}

std::string complaint_about(const std::string& vary) {
  try {
    (void)axes_of(vary);
  } catch (const headroom::Error& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("an axis lists values, or spans a range in steps or by a factor, in the unit of its beginning") {
  CHECK(values_of("layout.tensor", "[1, 2, 4]") == "1 2 4");
  CHECK(values_of("cluster.fabric.kind", R"(["leaf-spine"])") == R"("leaf-spine")");
  CHECK(values_of("layout.tensor", R"({"from": 1, "to": 7, "steps": 3})") == "1 4 7");
  CHECK(values_of("layout.tensor", R"({"from": 8, "to": 1, "factor": 0.5})") == "8 4 2 1");
  CHECK(values_of("economics.pue", R"({"from": 1.1, "to": 1.4, "steps": 4})") == "1.1 1.2 1.3 1.4");
  CHECK(values_of("cluster.fabric.link", R"({"from": "100 Gbit/s", "to": "0.8 Tbit/s", "factor": 2})") ==
        R"("100 Gbit/s" "200 Gbit/s" "400 Gbit/s" "800 Gbit/s")");
  CHECK(values_of("cluster.fabric.link", R"({"from": "100 Gbit/s", "to": "350 Gbit/s", "factor": 3})") ==
        R"("100 Gbit/s" "300 Gbit/s")");
  CHECK(values_of("workload.tokens", R"({"from": "1T", "to": "4T", "factor": 2})") == R"("1T" "2T" "4T")");
  CHECK(values_of("workload.tokens", R"({"from": 1e9, "to": "4e9", "factor": 2})") ==
        "1000000000 2000000000 4000000000");
}

TEST_CASE("a range ends at its end, however the steps are rounded") {
  CHECK(axes_of(R"([{"cluster.fabric.link": {"from": "10 Gbit/s", "to": "400 Gbit/s", "steps": 14}}])")
            .front()
            .values.front()
            .back()
            .text == "400 Gbit/s");
  CHECK(axes_of(R"([{"economics.pue": {"from": 1, "to": 1.331, "factor": 1.1}}])").front().size() == 4);
}

TEST_CASE("several paths of an axis change together") {
  const auto axes =
      axes_of(R"([{"cluster.servers": [1, 2], "layout.global_batch": [8, 16]}, {"seed": [1]}])");
  REQUIRE(axes.size() == 2);
  CHECK(axes[0].paths == std::vector<std::string>{"cluster.servers", "layout.global_batch"});
  CHECK(axes[0].size() == 2);
}

TEST_CASE("wrong axes are refused, each with its place") {
  CHECK(complaint_about("[]") ==
        "s.json:1:10: vary: expected an array of 1 to 16 axes (objects of paths and values), found 0");
  CHECK(
      complaint_about("{}") ==
      "s.json:1:10: vary: expected an array of 1 to 16 axes (objects of paths and values), found an object");
  CHECK(complaint_about("[{}]") ==
        "s.json:1:11: vary[]: expected an object of one or more paths with their values, found none");
  CHECK(complaint_about(R"([{"layout.tensor": []}])") ==
        "s.json:1:29: vary[].layout.tensor: expected an array of values, or a range of from, to and steps or "
        "factor, found an empty array");
  CHECK(complaint_about(R"([{"layout.tenser": [1]}])") ==
        "s.json:1:12: layout.tenser: expected a key of layout, found \"tenser\" (nearest: tensor)");
  CHECK(complaint_about(R"([{"layot.tensor": [1]}])") ==
        "s.json:1:12: layot: expected a key of a scenario, found \"layot\" (nearest: layout)");
  CHECK(complaint_about(R"([{"vary": [1]}])") ==
        "s.json:1:12: vary[]: expected paths of what is asked, found \"vary\"");
  CHECK_THAT(complaint_about(R"([{"variants": [1]}])"), Catch::Matchers::Contains("found \"variants\""));
  CHECK(
      complaint_about(R"([{"layout.tensor": [1, 2], "layout.pipeline": [1, 2, 3]}])") ==
      "s.json:1:56: vary[].layout.pipeline: expected as many values as layout.tensor has, which changes with "
      "it: 2, found 3");
  CHECK(complaint_about(R"([{"layout.tensor": [1]}, {"layout.tensor": [2]}])") ==
        "s.json:1:35: vary[].layout.tensor: expected each path in one axis only, found \"layout.tensor\"");
  CHECK_THAT(complaint_about(R"([{"layout": [{"tensor": 1}]}, {"layout.tensor": [2]}])"),
             Catch::Matchers::EndsWith("expected each path in one axis only, found \"layout\""));
  CHECK(complaint_about(R"([{"layout.tensor": [1, "2"]}])") ==
        "s.json:1:33: vary[].layout.tensor: expected a whole number from 1 to 1000000, found \"2\"");
}

TEST_CASE("wrong ranges are refused") {
  const auto about = [](const std::string& path, const std::string& range) {
    const std::string text = complaint_about("[{\"" + path + "\": " + range + "}]");
    return text.substr(text.find(": vary[].") + 2);
  };
  CHECK(about("layout.tensor", R"({"to": 4, "steps": 2})") ==
        "vary[].layout.tensor: expected a range with \"from\", found none");
  CHECK(about("layout.tensor", R"({"from": 1, "to": 4})") ==
        "vary[].layout.tensor: expected either steps or factor, found neither");
  CHECK(about("layout.tensor", R"({"from": 1, "to": 4, "steps": 2, "factor": 2})") ==
        "vary[].layout.tensor: expected either steps or factor, found both");
  CHECK(about("layout.tensor", R"({"from": 1, "to": 4, "stepz": 2})") ==
        "vary[].layout.tensor: expected from, to and steps or factor, found \"stepz\" (nearest: steps)");
  CHECK(about("layout.tensor", R"({"from": "a", "to": 4, "steps": 2})") ==
        "vary[].layout.tensor.from: expected a whole number from 1 to 1000000, found \"a\"");
  CHECK(about("cluster.server", R"({"from": "dgx_a100", "to": "dgx_h100", "steps": 2})") ==
        "vary[].cluster.server: expected an array of values (a range is for numbers), found a range");
  CHECK(about("layout.tensor", R"({"from": 1, "to": 4, "steps": 3})") ==
        "vary[].layout.tensor: expected a whole number from 1 to 1000000, found 2.5");
  CHECK(about("layout.tensor", R"({"from": 1, "to": 4, "steps": 1})") ==
        "vary[].layout.tensor: expected steps: a whole number from 2 to 10000, found 1");
  for (const char* factor : {"0", "-1", "1", "0.5"})
    CHECK_THAT(
        about("layout.tensor", std::string(R"({"from": 1, "to": 4, "factor": )") + factor + "}"),
        Catch::Matchers::Contains("expected factor: a number by which from, above 0, grows towards to"));
  CHECK_THAT(about("economics.pue", R"({"from": 1, "to": 2, "factor": 1.0000001})"),
             Catch::Matchers::Contains("expected at most 10000 values, found 6931473"));
  CHECK_THAT(about("cluster.fabric.link", R"({"from": 25, "to": "400 Gbit/s", "factor": 2})"),
             Catch::Matchers::Contains("unit missing"));
}

TEST_CASE("a file that varies fields reads as it stands where one answer is wanted") {
  const ScenarioFile file =
      read_scenario_text(with(training_text, "\"seed\": 7", R"("vary": [{"seed": [1, 2]}])"), "s.json");
  CHECK(file.has_axes);
  CHECK(file.scenarios.size() == 1);
}
