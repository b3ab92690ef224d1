// SPDX-License-Identifier: Apache-2.0
// Racks and CO2.
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/economics/cluster.hpp"

using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

EconomicsOptions racks_of_watts(double watts) {
  EconomicsOptions o;
  o.rack_watts = watts;
  return o;
}

}  // namespace

TEST_CASE("a rack limit counts the server: 40 kW feed three of 10.2 kW, not seven times 5.6") {
  const CostReport report = cluster("dgx_h100", 32).cost(1, 0, racks_of_watts(40e3));
  REQUIRE(report.racks);
  CHECK(report.racks->server_watts == 10200);
  CHECK(report.racks->servers_per_rack == 3);
  CHECK(report.racks->racks() == 11);
}

TEST_CASE("a rack is full by height too, and switches stand in racks of their own") {
  const CostReport report = cluster("dgx_h100", 32, 4).cost(1, 0, racks_of_watts(200e3));
  CHECK(report.racks->servers_per_rack == 5);  // 42 units over 8
  CHECK(report.racks->server_racks == 7);
  CHECK(report.racks->network_racks == 1);
}

TEST_CASE("a rack that feeds the accelerators but not the server has no answer, and says what would") {
  try {
    (void)cluster("dgx_h100", 1).cost(1, 0, racks_of_watts(8e3));
    FAIL("not refused");
  } catch (const headroom::Error& error) {
    CHECK(error.failure() == headroom::Failure::infeasible);
    CHECK(std::string(error.what()) ==
          "one dgx_h100 draws up to 10.2 kW, a rack may draw 8 kW; smallest change: economics.rack_power "
          "10.2 kW");
  }
}

TEST_CASE("racks are bought where they have a price") {
  EconomicsOptions o = racks_of_watts(40e3);
  const double without = cluster("dgx_h100", 32).cost(1, 0, o).capex_usd;
  o.rack_usd = 5000;
  CHECK(cluster("dgx_h100", 32).cost(1, 0, o).capex_usd == without + 11 * 5000);
}

TEST_CASE("CO2 is the energy at the meter times the grid of the region") {
  EconomicsOptions o = plain_terms();
  o.region = "france";
  const CostReport report = cluster("dgx_h100", 1).cost(1, 100 * hour, o);
  REQUIRE(report.carbon);
  CHECK(report.run_co2_kg == Approx(1020 * 1.5 * 0.050));
  CHECK(report.co2_kg_per_month == Approx(10.2 * 730 * 1.5 * 0.050));
  CHECK(report.carbon->source == "mlsysim 2026-08-01");
  o.co2_kg_per_joule = 0.1 / units::kilowatt_hour;
  CHECK(cluster("dgx_h100", 1).cost(1, 100 * hour, o).run_co2_kg == Approx(1020 * 1.5 * 0.1));
}

TEST_CASE("without a region CO2 is not guessed, only its span over all regions is known") {
  const CostReport report = cluster("dgx_h100", 1).cost(1, 100 * hour);
  CHECK_FALSE(report.carbon);
  CHECK(report.run_co2_kg == 0);
  CHECK(report.cleanest.kg_per_joule < report.dirtiest.kg_per_joule);
  CHECK(report.dirtiest.region == "poland");
}
