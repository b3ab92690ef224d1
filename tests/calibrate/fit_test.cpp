// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit.hpp"

#include "tests/calibrate/curves.hpp"
#include "tests/catch.hpp"

namespace headroom::calibrate {
namespace {

constexpr Loss all_losses[] = {Loss::least_squares, Loss::huber, Loss::tukey};

void check_exact(const Fit& fit) {
  CHECK(fit.parameters[0].value == Approx(true_latency).epsilon(1e-6));
  CHECK(fit.parameters[1].value == Approx(true_rate).epsilon(1e-6));
}

}  // namespace

TEST_CASE("Exact measurements give back the parameters that made them") {
  for (const Loss loss : all_losses) {
    const Fit found = fit(problem_of(measured_curve(40, 0, 1)), loss);
    check_exact(found);
    CHECK(found.rejected.empty());
    CHECK(found.parameters[0].state == FittedParameter::State::fitted);
    CHECK(found.parameters[0].standard_error < 1e-6 * true_latency);
  }
}

TEST_CASE("Least squares of a line through logarithms is the closed form, standard errors too") {
  // Residuals p + q x - y: normal equations solved by hand for x = 0, 1, 2, 3 and y = 1, 3, 2, 5.
  FitProblem problem;
  const double infinite = std::numeric_limits<double>::infinity();
  problem.parameters = {{"p", 0, -infinite, infinite}, {"q", 0, -infinite, infinite}};
  problem.sources = {"a", "a", "a", "a"};
  const std::vector<double> y = {1, 3, 2, 5};
  problem.residuals = [&](std::span<const double> v, std::span<double> out) {
    for (std::size_t i = 0; i < 4; ++i) out[i] = v[0] + v[1] * static_cast<double>(i) - y[i];
  };
  const Fit found = fit(problem, Loss::least_squares);
  CHECK(found.parameters[0].value == Approx(1.1));
  CHECK(found.parameters[1].value == Approx(1.1));
  const double expected[] = {0.1, -0.8, 1.3, -0.6};
  for (std::size_t i = 0; i < 4; ++i) CHECK(found.residuals[i] == Approx(expected[i]));
  // var q = 4/2 * sum((x - 1.5)^2 r^2) / (sum (x - 1.5)^2)^2 = 2 * (0.0225 + 0.16 + 0.4225 + 0.81) / 25
  CHECK(found.parameters[1].standard_error == Approx(std::sqrt(2 * 1.415 / 25)));
}

TEST_CASE("Of noisy measurements, the truth lies within the standard errors as often as it should") {
  int within_one = 0, within_three = 0, trials = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const Fit found = fit(problem_of(measured_curve(60, 0.05, seed)));
    const double truth[] = {true_latency, true_rate};
    for (std::size_t p = 0; p < 2; ++p, ++trials) {
      const double off = std::abs(found.parameters[p].value - truth[p]) / found.parameters[p].standard_error;
      within_one += off < 1;
      within_three += off < 3;
    }
  }
  // Of normal errors 68 % and 99.7 %; three standard deviations of 300 trials are 8 %.
  CHECK(within_one > 0.60 * trials);
  CHECK(within_one < 0.76 * trials);
  CHECK(within_three > 0.97 * trials);
}

TEST_CASE("Gross outliers are rejected, a quarter of them in one direction, and change nothing") {
  Curve curve = measured_curve(40, 0, 1);
  for (std::size_t i = 0; i < curve.t.size(); i += 4) curve.t[i] *= 3;
  const Fit found = fit(problem_of(curve));
  check_exact(found);
  CHECK(found.rejected.size() == 10);
  for (const std::size_t i : found.rejected) CHECK(i % 4 == 0);
}

TEST_CASE("Outliers among noisy measurements leave the parameters within four standard errors") {
  Curve curve = measured_curve(80, 0.03, 7);
  for (std::size_t i = 2; i < curve.t.size(); i += 5) curve.t[i] *= 10;
  const Fit found = fit(problem_of(curve));
  CHECK(found.rejected.size() >= 16);
  CHECK(std::abs(found.parameters[0].value - true_latency) < 4 * found.parameters[0].standard_error);
  CHECK(std::abs(found.parameters[1].value - true_rate) < 4 * found.parameters[1].standard_error);
  CHECK(found.scale == Approx(0.03).epsilon(0.4));
}

TEST_CASE("A fixed parameter stays fixed") {
  FitProblem problem = problem_of(measured_curve(40, 0, 1));
  problem.parameters[0].start = 5e-6;
  problem.parameters[0].fixed = true;
  const Fit found = fit(problem, Loss::huber);
  CHECK(found.parameters[0].value == 5e-6);
  CHECK(found.parameters[0].standard_error == 0);
  CHECK(found.parameters[0].state == FittedParameter::State::fixed);
  CHECK(found.parameters[1].state == FittedParameter::State::fitted);
}

TEST_CASE("A parameter that the measurements push beyond its bound ends there and says so") {
  FitProblem problem = problem_of(measured_curve(40, 0, 1));
  problem.parameters[1].high = 1e11;
  const Fit found = fit(problem, Loss::huber);
  CHECK(found.parameters[1].value == Approx(1e11).epsilon(1e-4));
  CHECK(found.parameters[1].state == FittedParameter::State::at_bound);
  CHECK(found.parameters[1].standard_error == 0);
}

TEST_CASE("Sources weigh equally, however many measurements each has") {
  // One parameter, an average of logarithms: source a says 0 thirty times, b says 1 once.
  FitProblem problem;
  const double infinite = std::numeric_limits<double>::infinity();
  problem.parameters = {{"level", 0.3, -infinite, infinite}};
  problem.sources.assign(31, "a");
  problem.sources.back() = "b";
  problem.residuals = [](std::span<const double> v, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = v[0] - (i + 1 == out.size() ? 1 : 0);
  };
  CHECK(fit(problem, Loss::least_squares).parameters[0].value == Approx(0.5));
}

TEST_CASE("Units do not matter: parameters a billion times as large fit as well") {
  Curve curve = measured_curve(40, 0, 1);
  for (double& t : curve.t) t *= 1e9;
  FitProblem problem = problem_of(curve);
  problem.parameters[0].start = 1e4;
  problem.parameters[1].start = 10;
  const Fit found = fit(problem);
  CHECK(found.parameters[0].value == Approx(true_latency * 1e9).epsilon(1e-6));
  CHECK(found.parameters[1].value == Approx(true_rate / 1e9).epsilon(1e-6));
}

}  // namespace headroom::calibrate
