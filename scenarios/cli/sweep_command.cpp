// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/cli/progress.hpp"
#include "scenarios/cli/sweep_command.hpp"
#include "scenarios/sweep/digest.hpp"
#include "scenarios/sweep/journal.hpp"
#include "scenarios/sweep/run.hpp"
#include "scenarios/sweep/team.hpp"
#include "scenarios/sweep/views.hpp"
#include "scenarios/views/output_file.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

using namespace scenarios;
namespace fs = std::filesystem;

// Where results go, tried before the work.
struct Outputs {
  std::optional<OutputFile> results, report;
  std::optional<Journal> journal;
};

// Answers of another build of the program, or from other facts, are not gone on from.
std::string program_digest(const Arguments& arguments) {
  Digest digest;
  digest.add_file(fs::read_symlink("/proc/self/exe").replace_filename("headroom"));
  if (arguments.has("catalogue")) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(arguments.text("catalogue")))
      files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) digest.add(file.filename().string()).add_file(file);
  }
  return digest.text();
}

bool is_csv(const fs::path& results) {
  if (results.extension() == ".csv") return true;
  if (results.extension() == ".json") return false;
  throw bad_input("--output: expected a name that ends in .csv or .json, found " + results.string());
}

void open_outputs(const Arguments& arguments, Outputs& outputs) {
  std::vector<fs::path> places;
  if (arguments.has("report")) places.emplace_back(arguments.text("report"));
  const fs::path results = arguments.text("output"), journal = results.string() + ".journal";
  if (arguments.has("output")) {
    (void)is_csv(results);
    places.insert(places.end(), {results, journal});
  }
  check_distinct(arguments.inputs(), places);
  if (arguments.has("report")) outputs.report.emplace(arguments.text("report"));
  if (!arguments.has("output")) return;
  outputs.results.emplace(results);
  outputs.journal.emplace(journal, program_digest(arguments));
}

// Wrong in the same way at every point: it is the scenario that is wrong.
void check_not_all_alike(const std::vector<SweepRow>& rows) {
  const SweepRow& first = rows.front();
  if (first.state == PointState::refused &&
      std::all_of(rows.begin(), rows.end(), [&](const SweepRow& row) { return row == first; }))
    throw bad_input(first.reason);
}

void show(const Arguments& arguments, const SweepQuestion& question, const std::vector<SweepRow>& rows) {
  if (arguments.has("json")) {
    print(sweep_json(question, rows));
  } else if (arguments.has("csv")) {
    print(sweep_csv(question, rows));
  } else {
    print(sweep_table(question, rows, isatty(STDOUT_FILENO) == 1));
  }
}

void add_options(Arguments& arguments) {
  arguments.add_scenario_options();
  arguments.add_jobs();
  arguments.add_text(
      "output", "FILE",
      "write all figures there (.csv or .json); a sweep that was stopped goes on from FILE.journal");
  arguments.add_flag("json", "print JSON");
  arguments.add_flag("csv", "print CSV, a line a point");
  arguments.add_text("report", "FILE", "write one HTML page with plots");
}

}  // namespace

int sweep_with(const Words& words, Team* team) {
  Arguments arguments(
      "headroom sweep SCENARIO.json [options]\nEvery point of the axes that the scenario varies (vary). "
      "Under "
      "mpirun or srun the processes share the points.");
  add_options(arguments);
  if (!arguments.read(words, 1, 1)) return 0;
  if (arguments.has("json") && arguments.has("csv")) throw bad_input("expected --json or --csv, found both");
  const SweepQuestion question(arguments.positional().front(), arguments.overrides(), arguments.catalogue());

  const bool first = team == nullptr || team->number() == 0;
  Outputs outputs;
  if (first) open_outputs(arguments, outputs);
  std::vector<SweepRow> rows;
  {
    Progress progress;
    SweepOptions options{arguments.jobs(), outputs.journal ? &*outputs.journal : nullptr, team, {}};
    if (first) options.progress = progress.counted("points");
    rows = run_sweep(question, options);
  }
  if (!first) return 0;
  check_not_all_alike(rows);
  if (outputs.report) outputs.report->commit(sweep_html(question, rows));
  if (outputs.results) {
    const bool csv = is_csv(arguments.text("output"));
    outputs.results->commit(csv ? sweep_csv(question, rows) : sweep_json(question, rows));
    outputs.journal->remove();
  }
  show(arguments, question, rows);
  const bool any = std::any_of(rows.begin(), rows.end(),
                               [](const SweepRow& row) { return row.state == PointState::answered; });
  return any ? 0 : static_cast<int>(Failure::infeasible);
}

}  // namespace headroom::cli
