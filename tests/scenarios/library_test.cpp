// SPDX-License-Identifier: Apache-2.0
// Every ready scenario lands in its bands.
#include <filesystem>

#include "scenarios/expectation.hpp"
#include "scenarios/scenario_reader.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using namespace headroom::scenarios;

TEST_CASE("every ready scenario has bands and lands in them") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("scenarios/library")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  for (const fs::path& path : files) {
    INFO(path.string());
    const ScenarioFile file = read_scenario(path);
    CHECK_FALSE(file.expected.empty());
    std::vector<Answer> answers;
    for (const Scenario& scenario : file.scenarios) answers.push_back(simulate(scenario));
    for (const Verdict& verdict : check_expectations(file, answers)) {
      INFO(verdict.text);
      CHECK(verdict.met);
    }
  }
}
