// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include "scenarios/answer.hpp"
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/compare.hpp"
#include "scenarios/scenario_reader.hpp"
#include "scenarios/views/answer_csv.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/table.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

using namespace scenarios;

// The one question of a file: it has no variants, or the option names one of them.
Scenario one_question(const Arguments& arguments, const std::string& path, const char* option) {
  const ScenarioFile file = read_scenario(path, arguments.overrides(), arguments.catalogue());
  const std::string wanted = arguments.text(option);
  std::vector<std::string> names;
  for (const Scenario& scenario : file.scenarios) {
    if (scenario.variant == wanted) return scenario;
    names.push_back(scenario.variant);
  }
  throw bad_input(fmt::format("{}: expected --{} with one of {}; found {}", path, option,
                              fmt::join(names, " | "), wanted.empty() ? "nothing" : wanted));
}

}  // namespace

int compare_command(const Words& words) {
  Arguments arguments(
      "headroom compare A.json B.json [options]\nWhat differs between two scenarios, and what it "
      "does to every figure.");
  arguments.add_scenario_options();
  arguments.add_text("variant-a", "NAME", "of A, where A has variants");
  arguments.add_text("variant-b", "NAME", "of B, where B has variants");
  arguments.add_flag("json", "print JSON");
  arguments.add_flag("csv", "print CSV");
  if (!arguments.read(words, 2, 2)) return 0;
  if (arguments.has("json") && arguments.has("csv")) throw bad_input("expected --json or --csv, found both");

  const Scenario a = one_question(arguments, arguments.positional()[0], "variant-a");
  const Scenario b = one_question(arguments, arguments.positional()[1], "variant-b");
  Progress progress;
  sim::RunOptions run;
  run.progress = progress.of("A");
  const Answer answer_a = simulate(a, run);
  run.progress = progress.of("B");
  const Answer answer_b = simulate(b, run);
  const Comparison comparison = compare(answer_a, answer_b);
  if (arguments.has("json")) {
    print(comparison_json(comparison));
  } else if (arguments.has("csv")) {
    print(comparison_csv(comparison));
  } else {
    print(comparison_table(comparison, isatty(STDOUT_FILENO) == 1));
  }
  return answer_a.feasible && answer_b.feasible ? 0 : static_cast<int>(Failure::infeasible);
}

}  // namespace headroom::cli
