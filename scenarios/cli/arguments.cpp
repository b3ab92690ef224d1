// SPDX-License-Identifier: Apache-2.0
#include "scenarios/cli/arguments.hpp"

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <charconv>
#include <iostream>
#include <sstream>

#include "models/catalogue/near_names.hpp"
#include "scenarios/language/document.hpp"
#include "sim/error.hpp"

namespace headroom::cli {
namespace {

namespace po = boost::program_options;
constexpr const char* words_option = "words";
constexpr int most_jobs = 1024;

std::vector<std::string> option_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

}  // namespace

Arguments::Arguments(std::string usage) : usage_(std::move(usage)), options_("Options", 100) {
  add_flag("help,h", "print this");
}

void Arguments::add_flag(const char* name, const char* documentation) {
  options_.add_options()(name, documentation);
}

void Arguments::add_text(const char* name, const char* value_name, const char* documentation) {
  options_.add_options()(name, po::value<std::string>()->value_name(value_name), documentation);
}

void Arguments::add_scenario_options() {
  options_.add_options()("set", po::value<std::vector<std::string>>()->value_name("PATH=VALUE"),
                         "set a field of the scenario, over the file and its variants (any number of times)");
  add_text("seed", "N", "of everything random");
  add_text("fidelity", "LEVEL", "analytic | fluid | message");
  add_flag("folded", "simulate ranks that behave alike once (the default)");
  add_flag("no-fold", "simulate every rank");
  add_text("baseline", "NAME", "variant, point or cluster that speedups are over; default: the smallest");
  add_text("calibration", "FILE", "kernel efficiencies of your own (headroom calibrate fit)");
  add_text("catalogue", "FOLDER", "facts of your own over the built-in ones");
}

void Arguments::add_jobs() {
  add_text("jobs", "N", "threads of each process; default: all its cores");
}

void Arguments::add_records() {
  add_text("records", "FILE", "measurements; further files may follow");
}

bool Arguments::read(const std::vector<std::string>& words, std::size_t least, std::size_t most) {
  po::options_description all = options_;
  all.add_options()(words_option, po::value<std::vector<std::string>>());
  po::positional_options_description positions;
  positions.add(words_option, -1);
  try {
    const int style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(words).options(all).positional(positions).style(style).run(), given_);
  } catch (const po::unknown_option& error) {
    throw bad_input(models::unknown_name("option", error.get_option_name(), option_names(options_)));
  } catch (const po::error& error) {
    throw bad_input(error.what());
  }
  if (has("help")) {
    std::ostringstream help;
    help << "usage: " << usage_ << "\n\n" << options_;
    print(help.str());
    return false;
  }
  if (has(words_option)) positional_ = given_[words_option].as<std::vector<std::string>>();
  if (positional_.size() < least || positional_.size() > most) {
    throw bad_input(
        fmt::format("expected {}, found {} words", usage_.substr(0, usage_.find('\n')), positional_.size()));
  }
  return true;
}

std::string Arguments::text(const char* name) const {
  return has(name) ? given_[name].as<std::string>() : std::string();
}

std::vector<std::filesystem::path> Arguments::records() const {
  std::vector<std::filesystem::path> files;
  if (has("records")) files.emplace_back(text("records"));
  files.insert(files.end(), positional_.begin(), positional_.end());
  return files;
}

std::vector<std::filesystem::path> Arguments::inputs() const {
  std::vector<std::filesystem::path> files(positional_.begin(), positional_.end());
  for (const char* option : {"records", "calibration"})
    if (has(option)) files.emplace_back(text(option));
  return files;
}

std::vector<std::string> Arguments::overrides() const {
  std::vector<std::string> all;
  if (has("set")) all = given_["set"].as<std::vector<std::string>>();
  if (has("seed")) all.push_back("seed=" + text("seed"));
  if (has("fidelity")) all.push_back("fidelity=" + text("fidelity"));
  if (has("calibration")) all.push_back(fmt::format("calibration=\"{}\"", text("calibration")));
  if (has("baseline")) all.push_back(fmt::format("baseline=\"{}\"", text("baseline")));
  if (has("folded") && has("no-fold")) throw bad_input("expected --folded or --no-fold, found both");
  if (has("folded")) all.emplace_back("fold=true");
  if (has("no-fold")) all.emplace_back("fold=false");
  return all;
}

models::Catalogue Arguments::catalogue() const {
  return has("catalogue") ? models::Catalogue::load(text("catalogue")) : models::Catalogue::built_in();
}

models::ComputeProfiles Arguments::calibration() const {
  if (!has("calibration")) return models::ComputeProfiles::built_in();
  const std::string file = text("calibration");
  return models::ComputeProfiles::read(scenarios::read_text(file), file);
}

int Arguments::jobs() const {
  if (!has("jobs")) return 0;
  const std::string words = text("jobs");
  int jobs = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), jobs);
  if (error != std::errc() || end != words.data() + words.size() || jobs < 1 || jobs > most_jobs)
    throw bad_input(fmt::format("--jobs: expected a whole number from 1 to {}, found {}", most_jobs, words));
  return jobs;
}

void print(const std::string& text) {
  std::cout << text << std::flush;
  if (!std::cout) throw bad_input("standard output: expected a place that can be written");
}

}  // namespace headroom::cli
