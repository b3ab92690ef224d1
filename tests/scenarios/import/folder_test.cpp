// SPDX-License-Identifier: Apache-2.0
// Configurations of real users, one row of hf_config.tsv for each: parameters and cache as they were checked
// when the row was written, the published count in billions where there is one, or the reason of a refusal.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scenarios/import/configs.hpp"

using namespace headroom::scenarios::hf;

namespace {

const std::filesystem::path folder = "../shared/inputs/hf_config";

struct Row {
  std::string file, parameters, active, cache, published, refusal;
};

std::vector<Row> table() {
  std::ifstream in("tests/scenarios/import/hf_config.tsv");
  std::vector<Row> rows;
  std::string line;
  std::getline(in, line);  // the heading
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    Row row;
    for (std::string* cell :
         {&row.file, &row.parameters, &row.active, &row.cache, &row.published, &row.refusal})
      std::getline(cells, *cell, '\t');
    rows.push_back(row);
  }
  return rows;
}

double number(const std::string& text) {
  return std::strtod(text.c_str(), nullptr);
}

void check_read(const Row& row) {
  const ImportedModel model = import_model(folder / row.file);
  CHECK(model.parameters.total == number(row.parameters));
  CHECK(model.parameters.active == number(row.active));
  CHECK(model.cache_bytes_per_token() == number(row.cache));
  if (model.shape && !model.encoder) {
    headroom::models::TransformerShape shape = *model.shape;
    shape.sequence = 1;
    CHECK(headroom::models::make_transformer(shape)->parameters() ==
          Approx(model.parameters.total).epsilon(0.002));
  }
  constexpr double published_to = 0.01;
  if (row.published != "-")
    CHECK(model.parameters.total == Approx(number(row.published) * 1e9).epsilon(published_to));
}

void check_refused(const Row& row) {
  try {
    (void)import_model(folder / row.file);
    FAIL("read");
  } catch (const headroom::Error& error) {
    INFO(error.what());
    CHECK(std::string(error.what()).find(row.refusal) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("configurations of real users are read rightly or refused with the reason") {
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: " << folder << " is not there");
    return;
  }
  std::set<std::string> seen;
  for (const Row& row : table()) {
    INFO(row.file);
    seen.insert(row.file);
    if (row.parameters == "-")
      check_refused(row);
    else
      check_read(row);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    INFO(entry.path());
    CHECK((entry.path().extension() != ".json" || seen.count(entry.path().filename().string()) == 1));
  }
}
