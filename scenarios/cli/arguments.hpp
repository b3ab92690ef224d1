// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "models/compute/compute_profiles.hpp"

namespace headroom::cli {

// The words of one subcommand, read by Boost.Program_options. `usage` is the first line of its help.
class Arguments {
 public:
  explicit Arguments(std::string usage);

  // What every command that reads scenarios takes: --set, --seed, --fidelity, --folded, --no-fold,
  // --baseline, --calibration, --catalogue.
  void add_scenario_options();
  void add_jobs();     // --jobs
  void add_records();  // --records, for which further words may follow
  void add_flag(const char* name, const char* documentation);
  void add_text(const char* name, const char* value_name, const char* documentation);

  // Throws Error(bad_input) for unknown options and for another number of positional words than `least` to
  // `most`. False: --help was asked for and has been printed.
  [[nodiscard]] bool read(const std::vector<std::string>& words, std::size_t least, std::size_t most);

  [[nodiscard]] bool has(const char* name) const { return given_.count(name) > 0; }
  [[nodiscard]] std::string text(const char* name) const;  // empty: not given
  // Files that the words name to be read: nothing may be written over them.
  [[nodiscard]] std::vector<std::filesystem::path> inputs() const;
  [[nodiscard]] std::vector<std::filesystem::path> records() const;  // --records and what follows
  [[nodiscard]] const std::vector<std::string>& positional() const { return positional_; }
  // The scenario options as overrides "path=value", in the order in which they win.
  [[nodiscard]] std::vector<std::string> overrides() const;
  [[nodiscard]] models::Catalogue catalogue() const;
  [[nodiscard]] models::ComputeProfiles calibration() const;
  [[nodiscard]] int jobs() const;  // 0: as many threads as there are cores

 private:
  std::string usage_;
  boost::program_options::options_description options_;
  boost::program_options::variables_map given_;
  std::vector<std::string> positional_;
};

// Writes all of `text` to standard output; throws Error(bad_input) when it cannot.
void print(const std::string& text);

}  // namespace headroom::cli
