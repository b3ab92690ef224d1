// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <optional>

#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/validate/intervals.hpp"
#include "scenarios/validate/summary.hpp"
#include "scenarios/validate/validate.hpp"
#include "scenarios/validate/views.hpp"
#include "scenarios/views/output_file.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

using namespace scenarios::validation;

constexpr std::size_t most_files = 1000;

}  // namespace

int validate_command(const Words& words) {
  Arguments arguments(
      "headroom validate [--records FILE ...] [options]\nPredictions against published measurements: those "
      "that "
      "ship, or files of the schema headroom-truth-1.");
  arguments.add_records();
  arguments.add_text("calibration", "FILE", "kernel efficiencies of your own (headroom calibrate fit)");
  arguments.add_text("catalogue", "FOLDER", "facts of your own over the built-in ones");
  arguments.add_flag("json", "print JSON: every record, and the summary");
  arguments.add_flag("csv", "print CSV: every figure");
  arguments.add_flag("markdown", "print what holds over all sources of each kind, as Markdown");
  arguments.add_flag("residuals", "print how far each prediction is off, as scenarios/truth/residuals.json");
  arguments.add_text("report", "FILE", "write one HTML page with plots");
  if (!arguments.read(words, 0, most_files)) return 0;
  if (arguments.has("json") + arguments.has("csv") + arguments.has("markdown") + arguments.has("residuals") >
      1)
    throw bad_input("expected one of --json, --csv, --markdown and --residuals, found several");
  std::optional<scenarios::OutputFile> report;
  if (arguments.has("report")) {
    scenarios::check_distinct(arguments.inputs(), {arguments.text("report")});
    report.emplace(arguments.text("report"));
  }

  std::vector<Outcome> outcomes;
  {
    const models::Catalogue catalogue = arguments.catalogue();
    const models::ComputeProfiles profiles = arguments.calibration();
    Progress progress;
    outcomes =
        validate(read_record_files(arguments.records()), {catalogue, profiles}, progress.of("records"));
  }
  const std::vector<SummaryRow> rows = summary_of(outcomes);
  if (report) report->commit(outcomes_html(outcomes, rows));
  if (arguments.has("json")) {
    print(outcomes_json(outcomes, rows));
  } else if (arguments.has("csv")) {
    print(outcomes_csv(outcomes));
  } else if (arguments.has("markdown")) {
    print(accuracy_markdown(rows));
  } else if (arguments.has("residuals")) {
    print(residuals_json(residuals_of(outcomes)));
  } else {
    print(summary_table(outcomes, rows, isatty(STDOUT_FILENO) == 1));
  }
  return 0;
}

}  // namespace headroom::cli
