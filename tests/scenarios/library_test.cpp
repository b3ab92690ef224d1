// SPDX-License-Identifier: Apache-2.0
// Every ready scenario lands in its bands.
#include <filesystem>

#include "scenarios/expectation.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/scenario_reader.hpp"
#include "scenarios/sweep/run.hpp"
#include "scenarios/sweep/views.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using namespace headroom::scenarios;

namespace {

// The bands of a file, held against its answers: the best of a plan, those of every variant, or of every
// point that it varies.
std::vector<Verdict> verdicts_of(const fs::path& path) {
  ScenarioFile file = read_scenario(path);
  std::vector<Answer> answers;
  if (file.asks_for_plan) {
    const SweepQuestion question(path, {}, headroom::models::Catalogue::built_in(), Asked::plan);
    return check_plan(make_plan(question));
  }
  if (file.has_axes) {
    const SweepQuestion question(path, {}, headroom::models::Catalogue::built_in());
    answers = answers_of(question, run_sweep(question));
    file.expected = question.expected();
  } else {
    for (const Scenario& scenario : file.scenarios) answers.push_back(simulate(scenario));
  }
  return check_expectations(file, answers);
}

}  // namespace

TEST_CASE("every ready scenario has bands and lands in them") {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator("scenarios/library")) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  for (const fs::path& path : files) {
    INFO(path.string());
    const std::vector<Verdict> verdicts = verdicts_of(path);
    CHECK_FALSE(verdicts.empty());
    for (const Verdict& verdict : verdicts) {
      INFO(verdict.text);
      CHECK(verdict.met);
    }
  }
}
