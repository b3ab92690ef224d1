// SPDX-License-Identifier: Apache-2.0
// A price list of the user's own goes before what the catalogue knows.
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/models/economics/cluster.hpp"

using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

Catalogue with_list(const std::string& records) {
  const auto folder = std::filesystem::temp_directory_path() / "headroom-price-list-test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "prices.json")
      << R"({"date": "2026-12-01", "sources": {"offer": {"grade": "A", "title": "an offer"}}, "records": {)"
      << records << "}}";
  const Catalogue catalogue = Catalogue::load(folder.string());
  std::filesystem::remove_all(folder);
  return catalogue;
}

}  // namespace

TEST_CASE("a list prices servers, accelerators, NICs, switches and cables by their ids") {
  const Priced c = cluster("dgx_h100", 2, 1);
  const Catalogue catalogue = with_list(R"(
    "dgx_h100": {"price_usd": {"v": 300000, "src": "offer", "date": "2026-11-20"}},
    "h100_sxm": {"price_usd": {"v": 25000, "src": "offer", "date": "2026-11-20"}},
    "cx7_ndr": {"price_usd": {"v": 1500.5, "src": "offer", "date": "2026-11-20"}},
    "qm9790": {"price_usd": {"v": 20000, "src": "offer", "date": "2026-11-20"}},
    "dac_400": {"price_usd": {"v": 99, "src": "offer", "date": "2026-11-20"}})");
  const CostReport report = cost_of(c.question, {}, catalogue);
  CHECK(bought(report, "accelerators")->unit_usd == 25000);
  CHECK(bought(report, "NICs")->unit_usd == 1500.5);
  CHECK(bought(report, "servers without")->unit_usd == 300000 - 8 * 25000 - 8 * 1500.5);
  CHECK(bought(report, "leaf switches, qm9790")->unit_usd == 20000);
  CHECK(bought(report, "cables and optics, server to leaf, 3 m, dac_400")->unit_usd == 99);
  for (const CostLine& line : report.capex) CHECK(line.source == "offer 2026-11-20");
  CHECK_FALSE(says(report, "dgx_h100"));
}

TEST_CASE("what the list does not name keeps its price") {
  const Priced c = cluster("dgx_h100", 2, 1);
  const CostReport before = cost_of(c.question, {});
  const CostReport after = cost_of(c.question, {}, with_list(R"(
    "qm9790": {"price_usd": {"v": 20000, "src": "offer", "date": "2024-01-20"}})"));
  CHECK(after.capex_usd - before.capex_usd == 20000 - bought(before, "leaf switches, qm9790")->unit_usd);
  CHECK(says(after, "switch qm9790 (2024-01-20)"));
}
