// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "scenarios/views/output_file.hpp"
#include "scenarios/views/quantity_text.hpp"
#include "scenarios/views/text_table.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using namespace headroom::scenarios;

TEST_CASE("a figure is printed in the unit that its name carries") {
  CHECK(print_quantity("step_seconds", 0.0125) == "12.5 ms");
  CHECK(print_quantity("memory_bytes", 85899345920) == "80 GiB");
  CHECK(print_quantity("bus_bandwidth_bytes_per_second", 235e9) == "235 GB/s");
  CHECK(print_quantity("mfu", 0.4123) == "41.2 %");
  CHECK(print_quantity("network_capex_share", 0.25) == "25.0 %");
  CHECK(label_of("tokens_per_second_per_gpu") == "tokens/s per GPU");
  CHECK(label_of("step_seconds") == "step time");
  CHECK(label_of("mfu") == "MFU");
}

TEST_CASE("percentages of a whole sum to 100.0") {
  const std::array<double, 3> thirds = {1, 1, 1};
  CHECK(percentages(thirds) == std::vector<std::string>{"33.4 %", "33.3 %", "33.3 %"});
  const std::array<double, 2> nothing = {0, 0};
  CHECK(percentages(nothing) == std::vector<std::string>{"0.0 %", "0.0 %"});
  std::vector<double> parts;
  for (int i = 1; i < 60; ++i) parts.push_back(1.0 / i);
  long tenths = 0;
  for (const std::string& text : percentages(parts)) tenths += std::lround(10 * std::stod(text));
  CHECK(tenths == 1000);
}

TEST_CASE("columns line up, characters of several bytes count once") {
  TextTable table("lr", 1);
  table.row({"é", "1"});
  table.row({"abc", "22"});
  CHECK(table.text() == " é     1\n abc  22\n");
}

TEST_CASE("bars are whole and eighth blocks") {
  CHECK(text_bar(0.5, 0, 4).empty());
  CHECK(text_bar(0, 1, 2) == "██");
  CHECK(text_bar(0.5, 0.5, 4) == "  ██");
  CHECK(text_bar(0, 0.5, 1) == "▌");
  CHECK(text_bar(0, 7, 2) == "██");
}

TEST_CASE("paragraphs break at blanks") {
  CHECK(wrapped("aa bb cc", 7, 2) == "  aa bb\n  cc\n");
}

TEST_CASE("an output file appears whole or not at all") {
  const fs::path folder = fs::temp_directory_path() / ("headroom-output-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const auto text_of = [](const fs::path& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const auto files = [&] { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); };
  std::ofstream(folder / "old") << "old";
  { const OutputFile dropped(folder / "old"); }
  CHECK(text_of(folder / "old") == "old");
  CHECK(files() == 1);
  OutputFile kept(folder / "old");
  kept.commit("new");
  CHECK(text_of(folder / "old") == "new");
  CHECK(files() == 1);
  CHECK_THROWS_AS(OutputFile(folder / "none" / "x"), headroom::Error);
  CHECK_THROWS_AS(OutputFile(folder), headroom::Error);
  // As long as a name can be.
  const fs::path longest = folder / std::string(255, 'x');
  OutputFile(longest).commit("long");
  CHECK(text_of(longest) == "long");
  CHECK_THROWS_AS(OutputFile(folder / std::string(256, 'x')), headroom::Error);
  // A link to nothing yet is followed.
  fs::create_symlink("target", folder / "link");
  OutputFile(folder / "link").commit("through");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(text_of(folder / "target") == "through");
  fs::remove_all(folder);
}

TEST_CASE("an output is neither an input nor another output") {
  const fs::path folder = fs::temp_directory_path() / ("headroom-distinct-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "scenario") << "{}";
  CHECK_NOTHROW(check_distinct({folder / "scenario"}, {folder / "a", folder / "b"}));
  CHECK_THROWS_AS(check_distinct({folder / "scenario"}, {folder / "." / "scenario"}), headroom::Error);
  CHECK_THROWS_AS(check_distinct({}, {folder / "a", folder / "." / "a"}), headroom::Error);
  CHECK_NOTHROW(check_distinct({}, {"/dev/null", "/dev/null"}));
  fs::remove_all(folder);
}

TEST_CASE("a device is written straight, not replaced") {
  OutputFile sink("/dev/null");
  sink.commit("gone");
  CHECK(fs::is_character_file("/dev/null"));
}
