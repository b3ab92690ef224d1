// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "models/catalogue/near_names.hpp"
#include "scenarios/answer.hpp"
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/scenario_reader.hpp"
#include "scenarios/views/answer_csv.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/output_file.hpp"
#include "scenarios/views/report.hpp"
#include "scenarios/views/table.hpp"
#include "scenarios/views/trace.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

using namespace scenarios;

void keep_variant(const std::string& name, ScenarioFile& file) {
  std::vector<std::string> names;
  for (const Scenario& scenario : file.scenarios) names.push_back(scenario.variant);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw bad_input("--variant: " + models::unknown_name("variant", name, names));
  }
  std::erase_if(file.scenarios, [&](const Scenario& s) { return s.variant != name; });
  file.expected.clear();  // bands speak of all variants
}

// What cannot be drawn is refused before the work.
void check_trace(const ScenarioFile& file) {
  for (const Scenario& scenario : file.scenarios) {
    if (!std::holds_alternative<TrainingWorkload>(scenario.workload)) {
      throw bad_input("--trace: expected a training question, found a collective");
    }
    if (scenario.fidelity == models::Fidelity::analytic) {
      throw bad_input("--trace: expected fidelity fluid or message, found analytic");
    }
  }
}

std::vector<Answer> answers_to(const ScenarioFile& file) {
  std::vector<Answer> answers;
  Progress progress;
  for (const Scenario& scenario : file.scenarios) {
    sim::RunOptions run;
    run.progress = progress.of(scenario.variant.empty() ? scenario.name : scenario.variant);
    answers.push_back(simulate(scenario, run));
    if (file.asks_for_plan)
      answers.back().warnings.emplace_back(
          "the scenario asks for a plan (objective, limits): this answers it as it stands; headroom plan "
          "heeds "
          "them");
    else if (file.has_axes)
      answers.back().warnings.emplace_back(
          "the scenario varies fields (vary): this answers it as it stands; headroom sweep answers every "
          "point");
  }
  return answers;
}

void show(const Arguments& arguments, const ScenarioFile& file, const std::vector<Answer>& answers) {
  if (arguments.has("json")) {
    print(answers_json(file, answers));
  } else if (arguments.has("csv")) {
    print(answers_csv(file, answers));
  } else {
    print(answer_table(file, answers, isatty(STDOUT_FILENO) == 1));
  }
}

}  // namespace

int simulate_command(const Words& words) {
  Arguments arguments(
      "headroom simulate SCENARIO.json [options]\nOne prediction: time, memory, cost, and where "
      "the time goes.");
  arguments.add_scenario_options();
  arguments.add_text("variant", "NAME", "only this variant of the scenario");
  arguments.add_flag("json", "print JSON");
  arguments.add_flag("csv", "print CSV");
  arguments.add_text("report", "FILE", "write one HTML page with plots");
  arguments.add_text("trace", "FILE", "write the timeline as Chrome trace events (opens in Perfetto)");
  if (!arguments.read(words, 1, 1)) return 0;
  if (arguments.has("json") && arguments.has("csv")) throw bad_input("expected --json or --csv, found both");

  ScenarioFile file =
      read_scenario(arguments.positional().front(), arguments.overrides(), arguments.catalogue());
  if (arguments.has("variant")) keep_variant(arguments.text("variant"), file);
  if (arguments.has("set")) file.expected.clear();  // and of the question as the file asks it
  std::vector<std::filesystem::path> outputs;
  for (const char* name : {"report", "trace"})
    if (arguments.has(name)) outputs.emplace_back(arguments.text(name));
  check_distinct(arguments.inputs(), outputs);
  std::optional<OutputFile> report, trace;
  if (arguments.has("report")) report.emplace(arguments.text("report"));
  if (arguments.has("trace")) {
    check_trace(file);
    trace.emplace(arguments.text("trace"));
  }

  const std::vector<Answer> answers = answers_to(file);
  const bool any = std::any_of(answers.begin(), answers.end(), [](const Answer& a) { return a.feasible; });
  if (report) report->commit(report_html(file, answers));
  if (trace && any) trace->commit(trace_json(answers));
  show(arguments, file, answers);
  return any ? 0 : static_cast<int>(Failure::infeasible);
}

}  // namespace headroom::cli
