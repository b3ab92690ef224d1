// SPDX-License-Identifier: Apache-2.0
#include "models/economics/annuity.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace headroom::models;

namespace {

// The plain meaning: what is owed grows by the interest and falls by the payment, year after year.
double owed_after(int years, double price, double interest, double payment) {
  double owed = price;
  for (int i = 0; i < years; ++i) owed = owed * (1 + interest) - payment;
  return owed;
}

}  // namespace

TEST_CASE("equal yearly payments repay the price with its interest") {
  CHECK(capital_recovery(0, 5) == 0.2);
  CHECK(capital_recovery(0.06, 5) == Approx(0.2373964));  // any table of annuities
  for (const double interest : {0.01, 0.06, 0.14})
    CHECK(std::abs(owed_after(4, 1000, interest, 1000 * capital_recovery(interest, 4))) < 1e-9);
}

TEST_CASE("what the machines fetch is taken off, and only its interest is paid") {
  const double payment = yearly_cost(1000, 300, 0.06, 4);
  CHECK(owed_after(4, 1000, 0.06, payment) == Approx(300));
  CHECK(yearly_cost(1000, 1000, 0.06, 4) == Approx(60));
  CHECK(yearly_cost(1000, 200, 0, 4) == Approx(200));
}

TEST_CASE("interest that fades costs what no interest costs") {
  CHECK(capital_recovery(1e-9, 5) == Approx(0.2));
  CHECK(*pay_back_years(1000, 100, 300, 1e-9) == Approx(3));
}

TEST_CASE("a purchase has paid for itself when its savings have repaid it") {
  CHECK(*pay_back_years(1000, 0, 250, 0) == 4);
  for (const double interest : {0.02, 0.06, 0.14})
    for (const double residual : {0.0, 200.0}) {
      const double years = *pay_back_years(1000, residual, 400, interest);
      CHECK(yearly_cost(1000, residual, interest, years) == Approx(400));
    }
}

TEST_CASE("savings that do not pay the interest never repay") {
  CHECK_FALSE(pay_back_years(1000, 0, 60, 0.06));
  CHECK_FALSE(pay_back_years(1000, 0, 0, 0));
  CHECK_FALSE(pay_back_years(1000, 0, -1, 0.06));
}

TEST_CASE("4,608 USD a month at 10 USD per million tokens break even at 460.8 million tokens") {
  CHECK(break_even_units(4608, 10) == Approx(460.8e6));
}
