// SPDX-License-Identifier: Apache-2.0
// A folder with scenario files, and the built program (HEADROOM_PROGRAM) run there.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/scenarios/texts.hpp"

namespace headroom::scenarios::testing {

struct Outcome {
  int code;
  std::string out, err;
};

class Desk {
 public:
  Desk() : path_(std::filesystem::temp_directory_path() / ("headroom-command-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
    write("collective.json", collective_text);
    write("training.json", training_text);
    write("broken.json", "{\"cluster\": }");
    write("large.json", with(training_text, "\"tensor\": 4, \"pipeline\": 2", "\"tensor\": 1"));
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk() { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    std::ifstream in(path_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }
  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
  [[nodiscard]] Outcome run(const std::string& words) const {
    return shell("'" HEADROOM_PROGRAM "' " + words);
  }
  [[nodiscard]] Outcome shell(const std::string& line) const {
    const std::string command =
        "cd '" + path_.string() + "' && { " + line + "; } >'" + out() + "' 2>'" + err() + "'";
    const int status = std::system(command.c_str());
    Outcome outcome{WEXITSTATUS(status), slurp(out()), slurp(err())};
    std::filesystem::remove(out());
    std::filesystem::remove(err());
    return outcome;
  }

 private:
  [[nodiscard]] std::string out() const { return path_.string() + ".out"; }
  [[nodiscard]] std::string err() const { return path_.string() + ".err"; }
  static std::string slurp(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::filesystem::path path_;
};

}  // namespace headroom::scenarios::testing
