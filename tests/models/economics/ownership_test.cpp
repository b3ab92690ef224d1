// SPDX-License-Identifier: Apache-2.0
// Owning by month and run; owning against renting.
#include "models/economics/ownership.hpp"

#include "tests/catch.hpp"
#include "tests/models/economics/cluster.hpp"

using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

// Everything that owning can cost, at odd figures.
EconomicsOptions odd_terms() {
  EconomicsOptions o = plain_terms();
  o.cost_of_capital = 0.0717;
  o.residual_fraction = 0.13;
  o.space_usd_per_watt_second = 171.3 / (1e3 * month);
  o.maintenance_fraction = 0.0433;
  o.engineers = 1.7;
  o.engineer_usd_per_second = 161803 / year;
  o.software_usd_per_accelerator_second = 4500 / year;
  o.utilisation = 0.61;
  return o;
}

}  // namespace

TEST_CASE("a month is 730 hours, a twelfth of the year") {
  CHECK(month == 730 * hour);
  CHECK(12 * month == year);
}

TEST_CASE("a run owned costs its share of the life and its energy") {
  const CostReport report = cluster("dgx_h100", 1).cost(1, 100 * hour, plain_terms());
  CHECK(report.capex_usd == 876000);
  CHECK(owning(report, "depreciation")->run_usd == Approx(2000));
  CHECK(owning(report, "depreciation")->usd_per_month == Approx(14600));
  CHECK(report.run_owned_usd == Approx(2000 + 1020 * 1.5 * 0.1));
  CHECK(report.tco_usd == Approx(876000 + 10.2 * 1.5 * 0.1 * 43800));
}

TEST_CASE("each part of owning is what its terms say") {
  EconomicsOptions o = odd_terms();
  o.utilisation = 1;
  const CostReport report = cluster("dgx_h100", 1).cost(1, 0, o);
  CHECK(owning(report, "depreciation")->usd_per_month == Approx(876000 * 0.87 / 60).epsilon(1e-6));
  CHECK(owning(report, "space")->usd_per_month == Approx(10.2 * 171.3));
  CHECK(owning(report, "maintenance")->usd_per_month == Approx(876000 * 0.0433 / 12));
  CHECK(owning(report, "staff")->usd_per_month == Approx(1.7 * 161803 / 12).epsilon(1e-6));
  CHECK(owning(report, "software")->usd_per_month == Approx(8 * 375));
  CHECK(owning(report, "cost of capital")->usd_per_month > 0);
  CHECK_FALSE(owning(report, "energy idle"));
}

TEST_CASE("parts of owning sum to their totals, to the cent") {
  const CostReport report = cluster("dgx_h100", 3, 1).cost(0.83, 1234567, odd_terms());
  long month_cents = 0, opex_cents = 0, run_micros = 0;
  for (const OwnershipLine& line : report.ownership) {
    month_cents += cents(line.usd_per_month);
    if (line.opex) opex_cents += cents(line.usd_per_month);
    run_micros += std::lround(line.run_usd * 1e6);
    CHECK_FALSE(line.source.empty());
  }
  CHECK(report.ownership.size() == 8);
  CHECK(cents(report.owned_usd_per_month) == month_cents);
  CHECK(cents(report.opex_usd_per_month) == opex_cents);
  CHECK(std::lround(report.run_owned_usd * 1e6) == run_micros);
  CHECK(report.run_owned_usd == Approx(report.owned_usd_per_second_of_use * 1234567).epsilon(1e-6));
}

TEST_CASE("a run bears the time in which its machines stand idle") {
  EconomicsOptions o = plain_terms();
  const double full = cluster("dgx_h100", 1).cost(1, 100 * hour, o).run_owned_usd;
  o.utilisation = 0.5;
  const CostReport half = cluster("dgx_h100", 1).cost(1, 100 * hour, o);
  CHECK(owning(half, "depreciation")->run_usd == Approx(4000));
  CHECK(owning(half, "energy idle")->run_usd == Approx(half.idle_power_watts / 1e3 * 100 * 1.5 * 0.1));
  CHECK(half.run_owned_usd == Approx(full + 2000 + owning(half, "energy idle")->run_usd));
}

TEST_CASE("what only recalled figures stand for is not counted unless asked for") {
  const CostReport report = cluster("dgx_h100", 1).cost(1, 0);
  CHECK_FALSE(owning(report, "staff"));
  CHECK_FALSE(owning(report, "software"));
  CHECK(says(report, "staff, software licences"));
  EconomicsOptions o;
  o.engineers = 1;
  const CostReport staffed = cluster("dgx_h100", 1).cost(1, 0, o);
  CHECK(owning(staffed, "staff")->usd_per_month == 15000);
  CHECK(says(staffed, "recalled, not read anywhere: engineers"));
}

TEST_CASE("prices of the catalogue are dated, and those older than a year marked") {
  const CostReport report = cluster("dgx_h100", 1).cost(1, 0);
  CHECK(owning(report, "space")->source == "cbre 2024-12");
  CHECK(says(report, "space (2024-12)"));
  CHECK(says(report, "electricity (2024)"));
}

TEST_CASE("machines without a price cannot be owned, and nothing is made up") {
  const CostReport report = cluster("pcie_box_8", 1, 0, "v100_pcie_16").cost(1, hour);
  CHECK(report.ownership.empty());
  CHECK(report.run_owned_usd == 0);
  CHECK(report.use.utilisations.empty());
  CHECK_FALSE(report.break_even_seconds);
}

TEST_CASE("buying and renting break even where both have cost the same") {
  for (const double interest : {0.0, 0.06}) {
    EconomicsOptions o = plain_terms();
    o.cost_of_capital = interest;
    const CostReport report = cluster("dgx_h100", 1).cost(1, 0, o);
    REQUIRE(report.break_even_seconds);
    // Owned for just so long, a second costs what a rented one costs.
    const Owner owner{876000, 0, interest, 5 * year, {.energy_in_use = 10200 * 1.5 * 0.1 / 3.6e6}};
    CHECK(owner.usd_per_second(1, *report.break_even_seconds) == Approx(8 * 5 / hour));
  }
}

TEST_CASE("a rent below the running costs, or a break-even beyond the life, never pays") {
  EconomicsOptions o = plain_terms();
  o.rent_usd_per_accelerator_second = 0.1 / hour;
  CHECK_FALSE(cluster("dgx_h100", 1).cost(1, 0, o).break_even_seconds);
  o.rent_usd_per_accelerator_second = 5 / hour;
  o.utilisation = 0.3;  // 12 USD/h rented, 20 USD/h of depreciation alone
  CHECK_FALSE(cluster("dgx_h100", 1).cost(1, 0, o).break_even_seconds);
}

TEST_CASE("the table of use says what the formulas say, and falls with use and time") {
  const CostReport report = cluster("dgx_h100", 2).cost(0.9, 0, odd_terms());
  const UseTable& use = report.use;
  REQUIRE(use.utilisations.size() == 10);
  REQUIRE(use.horizons_seconds.size() == 5);
  CHECK(use.utilisations.front() == Approx(0.1));
  CHECK(use.horizons_seconds.back() == 5 * year);
  for (std::size_t u = 0; u < 10; ++u)
    for (std::size_t h = 0; h < 5; ++h) {
      if (u > 0)
        CHECK(use.owned_usd_per_accelerator_second[u][h] < use.owned_usd_per_accelerator_second[u - 1][h]);
      if (h > 0)
        CHECK(use.owned_usd_per_accelerator_second[u][h] < use.owned_usd_per_accelerator_second[u][h - 1]);
    }
  // Over the life and at the utilisation asked, it is the cost of a second in use.
  EconomicsOptions o = odd_terms();
  o.utilisation = 0.6;
  const CostReport at_six = cluster("dgx_h100", 2).cost(0.9, 0, o);
  CHECK(at_six.use.owned_usd_per_accelerator_second[5][4] * 16 == Approx(at_six.owned_usd_per_second_of_use));
}

TEST_CASE("from the break-even utilisation on, owning costs no more than renting on demand") {
  EconomicsOptions o = odd_terms();
  o.rent_usd_per_accelerator_second = 9 / hour;
  const CostReport report = cluster("dgx_h100", 2).cost(0.9, 0, o);
  const auto at = report.use.break_even_utilisation.back();
  REQUIRE(at);
  CHECK(*at > 0.5);
  o.utilisation = *at;
  CHECK(cluster("dgx_h100", 2).cost(0.9, 0, o).owned_usd_per_second_of_use == Approx(16 * 9 / hour));
  CHECK_FALSE(report.use.break_even_utilisation.front());  // 876,000 USD in one year: 12.5 USD an hour
}

TEST_CASE("a service that charges by the token breaks even with owning at so many tokens") {
  EconomicsOptions o = plain_terms();
  o.usd_per_million_units = 10;
  const CostReport report = cluster("dgx_h100", 1).cost(1, 0, o);
  CHECK(*report.break_even_units_per_month == Approx(report.owned_usd_per_month / 10 * 1e6));
}
