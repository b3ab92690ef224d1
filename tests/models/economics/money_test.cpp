// SPDX-License-Identifier: Apache-2.0
#include "models/economics/money.hpp"

#include "models/economics/price_notes.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;

TEST_CASE("a thousand times ten cents is a hundred dollars, exactly") {
  Money sum;
  for (int i = 0; i < 1000; ++i) sum += Money::from_price(0.1);
  CHECK(sum.usd() == 100);
  CHECK((Money::from_price(0.1) * 1000).usd() == 100);
}

TEST_CASE("prices are rounded to the cent and amounts to the millionth") {
  CHECK(Money::from_price(2.345678).usd() == 2.35);
  CHECK(Money::from_usd(2.345678).usd() == 2.345678);
  CHECK((Money::from_usd(1) - Money::from_usd(0.25)).usd() == 0.75);
}

TEST_CASE("amounts beyond what is kept exactly are refused") {
  CHECK_THROWS_AS(Money::from_usd(1e13), headroom::Error);
  CHECK_THROWS_AS(Money::from_usd(1e9) * 1000000, headroom::Error);
}

TEST_CASE("a price is old when more than a year has passed for certain") {
  const std::string today = "2026-12-01";
  CHECK(older_than_a_year("2024", today));
  CHECK(older_than_a_year("2025-11", today));
  CHECK(older_than_a_year("2025-11-30", today));
  CHECK_FALSE(older_than_a_year("2025-12-01", today));
  CHECK_FALSE(older_than_a_year("2025-12", today));
  CHECK_FALSE(older_than_a_year("2025", today));
  CHECK_FALSE(older_than_a_year("2026-05", today));
  CHECK_FALSE(older_than_a_year("", today));
}

TEST_CASE("what is said twice stands there once") {
  PriceNotes notes("2026-12-01");
  notes.judge("a switch", "2023", true);
  notes.judge("a switch", "2023", true);
  CHECK(notes.take() == std::vector<std::string>{"prices more than a year old: a switch (2023)",
                                                 "prices recalled, not read anywhere: a switch"});
}
