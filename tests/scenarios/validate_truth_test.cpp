// SPDX-License-Identifier: Apache-2.0
// Predictions against real measurements: those that ship, and a larger collection where it is there.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "scenarios/validate/intervals.hpp"
#include "scenarios/validate/summary.hpp"
#include "scenarios/validate/validate.hpp"
#include "scenarios/validate/views.hpp"
#include "tests/catch.hpp"

using namespace headroom::scenarios::validation;

namespace {

const auto& facts = headroom::models::Catalogue::built_in();

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("| ", 0) == 0) lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, '|');) cells.push_back(cell);
  return cells;
}

// Every nth record of a file.
RecordFile sample(const std::string& file, std::size_t n) {
  RecordFile read = read_record_file(file);
  std::vector<headroom::scenarios::Node> kept;
  for (std::size_t i = 0; i < read.records.size(); i += n) kept.push_back(std::move(read.records[i]));
  read.records = std::move(kept);
  return read;
}

// Time-to-train records stand in a set of their own.
const SummaryRow& row_of(const std::vector<SummaryRow>& rows, const std::string& name) {
  for (const SummaryRow& row : rows) {
    if (row.by == "workload" && row.name == name && row.set != "time to train") return row;
  }
  throw std::runtime_error("no row " + name);
}

}  // namespace

TEST_CASE("the measurements that ship can be read, have sources, and ids of their own") {
  std::vector<std::string> ids;
  for (const RecordFile& file : shipped_records()) {
    for (const auto& record : file.records) {
      INFO(record.place.text());
      REQUIRE(record.find("id") != nullptr);
      ids.push_back(record.find("id")->text);
      REQUIRE(record.at_path("source.where") != nullptr);
      CHECK_FALSE(record.at_path("source.where")->text.empty());
    }
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  CHECK(ids.size() > 100);
}

TEST_CASE("the accuracy that scenarios/truth/README.md states is the accuracy, to one point") {
  std::ifstream readme("scenarios/truth/README.md");
  REQUIRE(readme);
  const auto stated = lines_of({std::istreambuf_iterator<char>(readme), {}});
  const auto found = lines_of(accuracy_markdown(summary_of(validate(shipped_records(), facts))));
  REQUIRE(stated.size() == found.size());
  for (std::size_t i = 1; i < found.size(); ++i) {  // the first is the head
    const auto a = cells_of(stated[i]), b = cells_of(found[i]);
    INFO("stated " << stated[i] << "\nfound  " << found[i]
                   << "\nscenarios/truth/refresh writes the table anew");
    REQUIRE(a.size() == b.size());
    for (std::size_t c = 0; c < b.size(); ++c) {
      if (b[c].find('%') == std::string::npos) {
        CHECK(a[c] == b[c]);
      } else {
        CHECK(std::stod(a[c]) == Approx(std::stod(b[c])).margin(1));
      }
    }
  }
}

TEST_CASE("the residuals that intervals rest on are those of today's model, to one point") {
  const auto stated = shipped_residuals();
  const auto found = residuals_of(predict_records(shipped_records(), facts));
  REQUIRE(stated.size() == found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(found[i].set << " of " << found[i].source << "; scenarios/truth/refresh writes the residuals anew");
    REQUIRE(stated[i].set == found[i].set);
    REQUIRE(stated[i].accelerators == found[i].accelerators);
    CHECK(stated[i].log_ratio == Approx(found[i].log_ratio).margin(0.01));
  }
}

TEST_CASE("a sample of a larger collection is predicted as well as when this was written") {
  if (!std::filesystem::exists("../shared/truth/training.json")) {
    WARN("skipped: ../shared/truth is not there");
    return;
  }
  const auto rows = summary_of(validate(
      {sample("../shared/truth/training.json", 5), sample("../shared/truth/network.json", 3)}, facts));
  CHECK(row_of(rows, "dense-llm").coverage() > 0.72);
  CHECK(*row_of(rows, "dense-llm").median_error < 0.17);
  CHECK(*row_of(rows, "cnn").median_error < 0.25);
  CHECK(*row_of(rows, "collectives from 1 MiB").median_error < 0.20);
  CHECK(*row_of(rows, "gemm").median_error < 0.09);
  CHECK(*row_of(rows, "attention").median_error < 0.10);
}
