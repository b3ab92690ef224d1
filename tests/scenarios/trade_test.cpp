// SPDX-License-Identifier: Apache-2.0
// Cost against speed: baseline, frontier, knee.
#include "scenarios/trade.hpp"

#include <algorithm>
#include <random>

#include "scenarios/views/trade_view.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom;
using namespace headroom::scenarios;

namespace {

Answer answer(const std::string& name, double accelerators, double seconds, double usd) {
  Answer a;
  a.scenario.variant = name;
  a.quantities = {
      {"accelerators", accelerators}, {"step_seconds", 1}, {"run_seconds", seconds}, {"run_owned_usd", usd}};
  return a;
}

const TradeRow& row_of(const Trade& trade, std::size_t answer) {
  return *std::find_if(trade.rows.begin(), trade.rows.end(),
                       [&](const TradeRow& row) { return row.answer == answer; });
}

}  // namespace

TEST_CASE("Speedups are over the smallest cluster, or over the answer that is named") {
  const std::vector<Answer> answers{answer("large", 64, 10, 900), answer("small", 8, 60, 500),
                                    answer("small, dear", 8, 60, 700)};
  const Trade trade = *trade_of(answers, "");
  CHECK(trade.baseline == 1);
  CHECK(row_of(trade, 0).speedup == 6);
  CHECK(row_of(trade, 0).efficiency == 0.75);
  CHECK(trade.rows.front().answer == 1);  // the cheapest first
  CHECK(*row_of(trade, 0).usd_per_percent == Approx(400 / 500.0));
  CHECK_FALSE(row_of(trade, 2).on_frontier);
  const Trade over_large = *trade_of(answers, "large");
  CHECK(row_of(over_large, 1).speedup == Approx(1.0 / 6));
  CHECK_THROWS_WITH(trade_of(answers, "lage"), Catch::Matchers::Contains("large"));
}

TEST_CASE("Answers without a price or that do not fit are left out, and one answer alone says nothing") {
  std::vector<Answer> answers{answer("a", 8, 10, 100), answer("b", 8, 5, 200)};
  answers[1].feasible = false;
  CHECK_FALSE(trade_of(answers, "").has_value());
  answers[1] = answer("b", 8, 5, 200);
  answers[1].quantities.erase("run_owned_usd");
  CHECK_FALSE(trade_of(answers, "").has_value());
  CHECK_FALSE(trade_of({}, "").has_value());
}

TEST_CASE("Steps of unlike batches are compared over the same number of tokens") {
  std::vector<Answer> answers{answer("small batch", 8, 0, 0), answer("large batch", 8, 0, 0)};
  for (std::size_t i = 0; i < 2; ++i) {
    auto& q = answers[i].quantities;
    q.erase("run_seconds");
    q.erase("run_owned_usd");
    q["step_seconds"] = i == 0 ? 1 : 2;
    q["step_owned_usd"] = i == 0 ? 10 : 20;
    q["tokens_per_second"] = i == 0 ? 1000 : 2000;  // 1,000 and 4,000 tokens
  }
  const Trade trade = *trade_of(answers, "small batch");
  CHECK(row_of(trade, 1).seconds == 0.5);
  CHECK(row_of(trade, 1).usd == 5);
  CHECK(row_of(trade, 1).speedup == 2);
  CHECK_FALSE(row_of(trade, 0).on_frontier);
}

TEST_CASE("A run and a step are not compared, and a baseline without a place is told why") {
  std::vector<Answer> answers{answer("run", 8, 10, 100), answer("other run", 8, 5, 100),
                              answer("step", 8, 0, 0), answer("too large", 8, 1, 1)};
  answers[2].quantities.erase("run_seconds");
  answers[2].quantities.erase("run_owned_usd");
  answers[2].quantities["step_owned_usd"] = 1;
  answers[3].feasible = false;
  answers[3].why_not = "needs 90 GiB";
  const Trade trade = *trade_of(answers, "run");
  CHECK(trade.rows.size() == 2);
  CHECK(std::any_of(trade.left_out.begin(), trade.left_out.end(), [](const LeftOut& one) {
    return one.answer == 2 && one.why.find("step") != std::string::npos;
  }));
  CHECK_THROWS_WITH(trade_of(answers, "too large"), Catch::Matchers::Contains("needs 90 GiB"));
}

TEST_CASE("Answers without a place are named with the reason") {
  std::vector<Answer> answers{answer("a", 8, 10, 100), answer("b", 8, 5, 200), answer("c", 8, 5, 200),
                              answer("d", 8, 1, 1)};
  answers[2].feasible = false;
  answers[2].why_not = "needs 90 GiB";
  answers[3].quantities.erase("run_owned_usd");
  const Trade trade = *trade_of(answers, "");
  CHECK(trade.rows.size() == 2);
  REQUIRE(trade.left_out.size() == 2);
  CHECK(trade.left_out[0].answer == 2);
  CHECK(trade.left_out[0].why == "needs 90 GiB");
  CHECK(trade.left_out[1].why == "no price is known");
  const std::string text = trade_text(trade, answers, true);
  CHECK(text.find("without a place: c: needs 90 GiB") != std::string::npos);
}

TEST_CASE("What the others offer for the cost, for the power and at the speed of the baseline") {
  std::vector<Answer> answers{answer("base", 8, 10, 100), answer("fast", 8, 4, 150),
                              answer("as dear", 8, 8, 100), answer("thrifty", 8, 9, 90),
                              answer("slow", 8, 20, 10)};
  const double watts[] = {1000, 1000, 1100, 900, 100};
  for (std::size_t i = 0; i < 5; ++i) answers[i].quantities["peak_power_watts"] = watts[i];
  const Trade trade = *trade_of(answers, "base");
  const auto name = [&](const std::optional<std::size_t>& row) {
    return row ? answers[trade.rows[*row].answer].scenario.variant : "none";
  };
  CHECK(name(trade.fastest_for_its_cost) == "as dear");
  CHECK(name(trade.fastest_for_its_power) == "fast");
  CHECK(name(trade.cheapest_at_its_speed) == "thrifty");
  const Trade over_fast = *trade_of(answers, "fast");
  CHECK_FALSE(over_fast.fastest_for_its_cost.has_value());
  CHECK_FALSE(over_fast.cheapest_at_its_speed.has_value());
  CHECK(baseline_lines(over_fast, answers).front() == "For the cost of the baseline: nothing is faster");
}

TEST_CASE("Of any answers none beats what is offered for the baseline's cost, power or speed") {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> some(1, 9);
  for (int round = 0; round < 50; ++round) {
    std::vector<Answer> answers;
    for (int i = 0; i < 10; ++i) {
      answers.push_back(answer(std::to_string(i), some(random), some(random), some(random)));
      answers.back().quantities["peak_power_watts"] = some(random);
    }
    const auto trade = trade_of(answers, "3");
    if (!trade) continue;
    const TradeRow& base = row_of(*trade, 3);
    const auto seconds = [&](const auto& row) { return row ? trade->rows[*row].seconds : base.seconds; };
    const double usd =
        trade->cheapest_at_its_speed ? trade->rows[*trade->cheapest_at_its_speed].usd : base.usd;
    for (const TradeRow& row : trade->rows) {
      if (row.usd <= base.usd) CHECK(row.seconds >= seconds(trade->fastest_for_its_cost));
      if (*row.watts <= *base.watts) CHECK(row.seconds >= seconds(trade->fastest_for_its_power));
      if (row.seconds <= base.seconds) CHECK(row.usd >= usd);
    }
  }
}

TEST_CASE("Of any answers the frontier has just those that no other is as fast and as cheap as") {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> some(1, 12);
  for (int round = 0; round < 50; ++round) {
    std::vector<Answer> answers;
    for (int i = 0; i < 12; ++i)
      answers.push_back(answer(std::to_string(i), some(random), some(random), some(random)));
    const auto trade = trade_of(answers, "");
    if (!trade) continue;
    for (const TradeRow& row : trade->rows) {
      const bool beaten = std::any_of(trade->rows.begin(), trade->rows.end(), [&](const TradeRow& o) {
        return o.seconds <= row.seconds && o.usd <= row.usd && (o.seconds < row.seconds || o.usd < row.usd);
      });
      if (row.on_frontier) CHECK_FALSE(beaten);
      // Of equals one is there.
      const bool has_equal = std::any_of(trade->rows.begin(), trade->rows.end(), [&](const TradeRow& o) {
        return o.on_frontier && o.seconds == row.seconds && o.usd == row.usd;
      });
      if (!beaten) CHECK(has_equal);
    }
  }
}

TEST_CASE("The knee is where the curve bends, whatever the units") {
  const auto knee = [](double seconds, double usd) {
    std::vector<Answer> answers;
    // Twice as fast for little, then 5 % faster for the same again.
    const double speeds[] = {1, 1.5, 2, 2.1, 2.2}, costs[] = {100, 110, 120, 170, 220};
    for (int i = 0; i < 5; ++i)
      answers.push_back(answer(std::to_string(i), 8, seconds / speeds[i], usd * costs[i]));
    const Trade trade = *trade_of(answers, "0");
    std::vector<std::size_t> knees;
    for (const TradeRow& row : trade.rows)
      if (row.is_knee) knees.push_back(row.answer);
    REQUIRE(knees.size() == 1);
    return knees.front();
  };
  CHECK(knee(1, 1) == 2);
  CHECK(knee(3600, 1e6) == 2);
}

TEST_CASE("Where no percent of speed costs more than the ones before there is no knee") {
  for (const double middle : {110.0, 150.0}) {
    const std::vector<Answer> answers{answer("a", 8, 1, 100), answer("b", 8, 0.8, 100 + middle),
                                      answer("c", 8, 0.5, 320)};
    const Trade trade = *trade_of(answers, "a");
    CHECK(std::none_of(trade.rows.begin(), trade.rows.end(), [](const TradeRow& r) { return r.is_knee; }));
  }
}
