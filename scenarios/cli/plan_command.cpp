// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <optional>

#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/views/output_file.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

using namespace scenarios;

Plan plan_for(const Arguments& arguments) {
  const SweepQuestion question(arguments.positional().front(), arguments.overrides(), arguments.catalogue(),
                               Asked::plan);
  Progress progress;
  return make_plan(question, {.jobs = arguments.jobs(), .progress = progress.counted("clusters")});
}

void show(const Arguments& arguments, const Plan& plan) {
  if (arguments.has("json"))
    print(plan_json(plan));
  else if (arguments.has("csv"))
    print(plan_csv(plan));
  else
    print(plan_table(plan, {arguments.has("explain"), isatty(STDOUT_FILENO) == 1}));
}

}  // namespace

int plan_command(const Words& words) {
  Arguments arguments(
      "headroom plan SCENARIO.json [options]\nThe best layouts and clusters that keep the scenario's limits: "
      "of the clusters that it varies (vary), with every layout that it leaves open.");
  arguments.add_scenario_options();
  arguments.add_jobs();
  arguments.add_flag("explain", "say why each runner-up loses, and why clusters cannot be");
  arguments.add_flag("json", "print JSON");
  arguments.add_flag("csv", "print CSV, a line an answer");
  arguments.add_text("report", "FILE", "write one HTML page with plots");
  if (!arguments.read(words, 1, 1)) return 0;
  if (arguments.has("json") && arguments.has("csv")) throw bad_input("expected --json or --csv, found both");
  std::optional<OutputFile> report;
  if (arguments.has("report")) {
    check_distinct(arguments.inputs(), {arguments.text("report")});
    report.emplace(arguments.text("report"));
  }
  const Plan plan = plan_for(arguments);
  if (report) report->commit(plan_html(plan));
  show(arguments, plan);
  return plan.entries.empty() ? static_cast<int>(Failure::infeasible) : 0;
}

}  // namespace headroom::cli
