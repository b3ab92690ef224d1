// SPDX-License-Identifier: Apache-2.0
#include "tests/catch.hpp"
#include "tests/models/economics/cluster.hpp"

using namespace headroom::models;
using namespace headroom::models::testing;

namespace {

const RentOffer& offer(const CostReport& report, RentTerms terms) {
  for (const RentOffer& o : report.rents)
    if (o.terms == terms) return o;
  FAIL("no such offer");
  return report.rents.front();
}

}  // namespace

TEST_CASE("a run rented costs accelerators times hours times rent") {
  EconomicsOptions options;
  options.rent_usd_per_accelerator_second = 2.5 / hour;
  CHECK(cluster("dgx_h100", 4).cost(1, 10 * hour, options).run_rented_usd == Approx(4 * 8 * 10 * 2.5));
}

TEST_CASE("H100 are offered on demand, reserved and on the spot, each with its source") {
  const CostReport report = cluster("dgx_h100", 1).cost(1, 10 * hour);
  const double on_demand = offer(report, RentTerms::on_demand).usd_per_accelerator_second;
  const RentOffer& reserved = offer(report, RentTerms::reserved);
  CHECK(offer(report, RentTerms::spot).usd_per_accelerator_second < reserved.usd_per_accelerator_second);
  CHECK(reserved.usd_per_accelerator_second < on_demand);
  CHECK(reserved.commitment_seconds == 3 * year);
  CHECK(reserved.source == "market, median of 2 from 1.3 to 1.79 USD/h, ix 2026-04-01");
  CHECK(says(report, "work lost to interruptions"));
}

TEST_CASE("a reservation is paid for whether used or not, the others when used") {
  EconomicsOptions o = plain_terms();
  o.reserved_usd_per_accelerator_second = 2 / hour;
  o.spot_usd_per_accelerator_second = 1 / hour;
  o.utilisation = 0.5;
  const CostReport report = cluster("dgx_h100", 1).cost(1, 100 * hour, o);
  CHECK(offer(report, RentTerms::on_demand).run_usd == Approx(8 * 100 * 5));
  CHECK(offer(report, RentTerms::reserved).run_usd == Approx(8 * 200 * 2));
  CHECK(offer(report, RentTerms::spot).run_usd == Approx(8 * 100 * 1));
}

TEST_CASE("an unknown rent is zero and said") {
  const CostReport report = cluster("pcie_box_8", 1, 0, "rtx3090").cost(1, hour);
  CHECK(report.run_rented_usd == 0);
  CHECK(report.rent_usd_per_accelerator_second == 0);
  CHECK_FALSE(report.break_even_seconds);
  CHECK(says(report, "no rent is known for rtx3090"));
}
