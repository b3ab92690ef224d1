// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <optional>

#include "models/catalogue/near_names.hpp"
#include "scenarios/calibration/profile_fit.hpp"
#include "scenarios/cli/arguments.hpp"
#include "scenarios/cli/commands.hpp"
#include "scenarios/language/document.hpp"
#include "scenarios/views/output_file.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

using namespace scenarios;

constexpr std::size_t most_files = 1000;

std::string today() {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
}

int fit_command(const Words& words) {
  Arguments arguments(
      "headroom calibrate fit [--records FILE ...] [options]\nKernel efficiencies from measured kernels: "
      "files "
      "of the schema headroom-truth-1, or the measurements that ship. What it writes is for --calibration.");
  arguments.add_records();
  arguments.add_text("accelerator", "ID", "of this one only; default: of every one that the records measure");
  arguments.add_flag("by-architecture", "one profile for all accelerators of an architecture");
  arguments.add_text("out", "FILE", "write the profiles, for --calibration");
  arguments.add_text("catalogue", "FOLDER", "facts of your own over the built-in ones");
  if (!arguments.read(words, 0, most_files)) return 0;
  std::optional<OutputFile> out;
  if (arguments.has("out")) {
    check_distinct(arguments.inputs(), {arguments.text("out")});
    out.emplace(arguments.text("out"));
  }
  const models::Catalogue catalogue = arguments.catalogue();
  const calibration::Fits fits =
      calibration::fit_profiles(validation::read_record_files(arguments.records()), catalogue,
                                {arguments.text("accelerator"), arguments.has("by-architecture")});
  if (out) out->commit(calibration::profiles_json(fits.profiles, today()));
  print(calibration::fit_table(fits, isatty(STDOUT_FILENO) == 1));
  return 0;
}

int show_command(const Words& words) {
  Arguments arguments(
      "headroom calibrate show [PROFILES.json]\nKernel efficiencies of a file, or those that ship: each "
      "value "
      "with what it was fitted to.");
  if (!arguments.read(words, 0, 1)) return 0;
  const auto& built_in = models::ComputeProfiles::built_in();
  const bool bold = isatty(STDOUT_FILENO) == 1;
  if (arguments.positional().empty()) {
    print(calibration::profiles_table(built_in, built_in.records().size(), bold));
    return 0;
  }
  const std::string& file = arguments.positional().front();
  const auto profiles = models::ComputeProfiles::read(read_text(file), file);
  print(calibration::profiles_table(profiles, profiles.records().size() - built_in.records().size(), bold));
  return 0;
}

}  // namespace

int calibrate_command(const Words& words) {
  const std::vector<std::string> names{"fit", "show"};
  if (words.empty())
    throw bad_input("expected headroom calibrate fit or headroom calibrate show, found neither");
  const Words rest(words.begin() + 1, words.end());
  if (words.front() == "fit") return fit_command(rest);
  if (words.front() == "show") return show_command(rest);
  if (words.front() == "--help" || words.front() == "-h") {
    print("usage: headroom calibrate fit --help\n       headroom calibrate show --help\n");
    return 0;
  }
  throw bad_input(models::unknown_name("calibrate command", words.front(), names));
}

}  // namespace headroom::cli
