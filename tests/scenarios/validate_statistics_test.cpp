// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "scenarios/validate/intervals.hpp"
#include "scenarios/validate/statistics.hpp"
#include "scenarios/validate/summary.hpp"
#include "scenarios/validate/sweeps.hpp"
#include "tests/catch.hpp"

using namespace headroom::scenarios::validation;

namespace {

Outcome outcome_of(const std::string& source, double observed, double predicted) {
  Outcome outcome;
  outcome.status = Status::predicted;
  outcome.set = "training";
  outcome.kind = "dense-llm";
  outcome.source = source;
  outcome.accelerator = "a";
  outcome.accelerators = 8;
  outcome.observed = observed;
  outcome.figures = {{{}, observed, predicted, 0, 0, "dense-llm"}};
  return outcome;
}

const SummaryRow& row_of(const std::vector<SummaryRow>& rows, const std::string& by,
                         const std::string& name) {
  for (const SummaryRow& row : rows) {
    if (row.by == by && row.name == name) return row;
  }
  throw std::runtime_error("no row " + by + " " + name);
}

}  // namespace

TEST_CASE("quantiles lie between the values around them") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(quantile({0, 10}, 0.9) == Approx(9));
  CHECK(quantile({7}, 0.9) == 7);
  // Weights 1, 1, 2 of 4: half of the weight is reached at the second value, three quarters at the third.
  CHECK(weighted_quantile({{3, 2}, {1, 1}, {2, 1}}, 0.5) == 2);
  CHECK(weighted_quantile({{3, 2}, {1, 1}, {2, 1}}, 0.75) == 3);
}

TEST_CASE("rank correlation counts the order only, and equal values share their rank") {
  const std::vector<double> a{1, 2, 3, 4}, grows{1, 10, 100, 1000}, falls{4, 3, 2, 1}, swapped{2, 1, 3, 4};
  CHECK(rank_correlation(a, grows) == Approx(1));
  CHECK(rank_correlation(a, falls) == Approx(-1));
  CHECK(rank_correlation(a, swapped) == Approx(1 - 6.0 * 2 / (4 * 15)));  // 1 - 6 sum d^2 / (n (n^2 - 1))
  // Ranks 0.5 0.5 2 3 against 0 1 2 3: covariance 4.5, variances 4.5 and 5.
  CHECK(rank_correlation(std::vector<double>{1, 1, 2, 3}, a) == Approx(4.5 / std::sqrt(4.5 * 5)));
  CHECK(rank_correlation(a, std::vector<double>{2, 2, 2, 2}) == 0);
}

TEST_CASE("in a summary each source weighs the same, and the bias is one of times") {
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 9; ++i) outcomes.push_back(outcome_of("many", 1, 1.5));  // 50 % too slow
  outcomes.push_back(outcome_of("few", 1, 1.1));
  outcomes.push_back(outcome_of("few", 1, 1.1));
  Outcome rate = outcome_of("rates", 1.25, 1);  // a rate 20 % too low: 25 % too slow
  rate.is_rate = true;
  outcomes.push_back(rate);
  Outcome lost;
  lost.set = "training";
  lost.source = "rates";
  outcomes.push_back(lost);
  const auto rows = summary_of(outcomes);
  const SummaryRow& all = row_of(rows, "all", "training");
  CHECK(all.records == 13);
  CHECK(all.coverage() == Approx(12.0 / 13));
  CHECK(*all.median_error == Approx(0.2));
  CHECK(*all.p90_error == Approx(0.5));
  CHECK(*all.bias == Approx(0.25));
  CHECK(*row_of(rows, "source", "few").median_error == Approx(0.1));
  CHECK(row_of(rows, "source", "rates").coverage() == Approx(0.5));
  CHECK_FALSE(row_of(rows, "source", "few").rank_correlation);
}

TEST_CASE("a sweep compares the order of layouts and the cost of following the prediction") {
  std::vector<Outcome> outcomes;
  const double observed[] = {1.0, 1.2, 1.5, 2.0}, predicted[] = {1.1, 0.9, 1.6, 1.9};
  for (int i = 0; i < 4; ++i) {
    outcomes.push_back(outcome_of("s", observed[i], predicted[i]));
    outcomes.back().sweep = "s: model";
    outcomes.back().layout = std::string(1, static_cast<char>('a' + i));
  }
  const auto sweeps = sweeps_of(outcomes);
  REQUIRE(sweeps.size() == 1);
  CHECK(sweeps.front().rank_correlation == Approx(0.8));
  CHECK(sweeps.front().chosen_over_best == Approx(1.2));  // the second is predicted fastest
  outcomes.back().layout = "a";
  CHECK(sweeps_of(outcomes).empty());  // three layouts make no sweep
}

TEST_CASE("a new prediction's interval comes from all like cases, and is wider where none was measured") {
  std::vector<Residual> residuals;
  for (int i = 0; i <= 10; ++i) residuals.push_back({"cnn", "x", "a", 8, 0.1 * i});
  residuals.push_back({"gemm", "x", "a", 8, 5});
  const TimeInterval inside = time_interval(residuals, "cnn", "a", 8);
  CHECK(inside.low == Approx(std::exp(-0.9)));
  CHECK(inside.high == Approx(std::exp(-0.1)));
  CHECK(inside.basis == "80 % of 11 like cases from 1 sources");
  const TimeInterval larger = time_interval(residuals, "cnn", "a", 16);
  CHECK(std::log(larger.high / larger.low) == Approx(1.5 * 0.8));
  CHECK(larger.basis.find("half as wide again") != std::string::npos);
  CHECK(time_interval(residuals, "bert", "a", 8).basis.find("too few") != std::string::npos);
}

TEST_CASE("an interval comes from the residuals of other sources") {
  // Source x: predicted / observed from 1.0 to 2.0 in steps of 0.1; source y is judged by it alone.
  std::vector<Outcome> like;
  for (int i = 0; i <= 10; ++i) like.push_back(outcome_of("x", 1, 1 + 0.1 * i));
  for (int i = 0; i < 20; ++i) like.push_back(outcome_of("y", 1, 5));
  const std::vector<Residual> residuals = residuals_of(like);
  std::vector<Outcome> judged{outcome_of("y", 1, 2)};
  set_intervals(judged, residuals);
  // The 10th percentile of x is its second value, the 90th its tenth.
  CHECK(judged[0].figures[0].low == Approx(2 / 1.9));
  CHECK(judged[0].figures[0].high == Approx(2 / 1.1));
  SECTION("outside the accelerators of the like cases it is half as wide again, in ratios") {
    judged[0].accelerator = "b";
    set_intervals(judged, residuals);
    CHECK(judged[0].figures[0].high / judged[0].figures[0].low == Approx(std::pow(1.9 / 1.1, 1.5)));
  }
  SECTION("a rate's interval is the time's turned over") {
    judged[0].is_rate = true;
    set_intervals(judged, residuals);
    CHECK(judged[0].figures[0].low == Approx(2 * 1.1));
    CHECK(judged[0].figures[0].high == Approx(2 * 1.9));
  }
  SECTION("without like cases it is a factor of 2, wider as nothing was measured there") {
    set_intervals(judged, {});
    CHECK(judged[0].figures[0].high == Approx(2 * std::pow(2, 1.5)));
    CHECK(judged[0].provenance.back().find("factor of 2") != std::string::npos);
  }
}
