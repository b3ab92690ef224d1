// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/error.hpp"
#include "tests/calibrate/curves.hpp"
#include "tests/catch.hpp"

namespace headroom::calibrate {
namespace {

std::string refusal_of(const FitProblem& problem) {
  try {
    (void)fit(problem);
  } catch (const Error& error) {
    CHECK(error.failure() == Failure::bad_input);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("A parameter that no measurement depends on is refused by name") {
  FitProblem problem = problem_of(measured_curve(40, 0, 1));
  problem.parameters.push_back({"moon phase", 1});
  CHECK(refusal_of(problem) ==
        "moon phase: no measurement depends on it; fix it or add measurements that do");
  CHECK(undetermined(problem) == std::vector<std::string>{"moon phase"});
  problem.parameters.back().fixed = true;
  CHECK(fit(problem).parameters[1].value == Approx(true_rate).epsilon(1e-6));
  CHECK(undetermined(problem).empty());
}

TEST_CASE("Parameters that only appear as one combination are refused together") {
  FitProblem problem = problem_of(measured_curve(40, 0, 1));
  problem.parameters.push_back({"second rate", 2});
  const auto one_rate = problem.residuals;
  problem.residuals = [=](std::span<const double> p, std::span<double> out) {
    const double both[] = {p[0], p[1] * p[2]};
    one_rate(both, out);
  };
  CHECK(refusal_of(problem) ==
        "rate, second rate: 40 measurements do not tell them apart; fix one of them or add measurements");
}

TEST_CASE("What is left open can be fixed, one parameter after the other, and the rest fits") {
  FitProblem problem = problem_of(measured_curve(40, 0, 1));
  problem.parameters.push_back({"second rate", 2});
  problem.parameters.push_back({"third rate", 3});
  problem.parameters.push_back({"moon phase", 1});
  const auto one_rate = problem.residuals;
  problem.residuals = [=](std::span<const double> p, std::span<double> out) {
    const double all[] = {p[0], p[1] * p[2] * p[3]};
    one_rate(all, out);
  };
  const auto open = undetermined(problem);
  REQUIRE(open.size() == 3);
  CHECK(open.front() == "moon phase");
  for (Parameter& p : problem.parameters) p.fixed = std::find(open.begin(), open.end(), p.name) != open.end();
  const auto values = fit(problem).values();
  CHECK(values[1] * values[2] * values[3] == Approx(true_rate).epsilon(1e-6));
}

TEST_CASE("Fewer measurements than parameters are refused") {
  Curve curve = measured_curve(40, 0, 1);
  curve.x = {1e6};
  curve.t = {1e-5};
  curve.sources = {"a"};
  CHECK(refusal_of(problem_of(curve)) ==
        "latency, rate: 1 measurements do not tell them apart; fix one of them or add measurements");
}

TEST_CASE("No measurements at all, and a start outside the bounds, are refused") {
  FitProblem problem = problem_of(measured_curve(40, 0, 1));
  problem.parameters[1].start = 1e14;
  CHECK(refusal_of(problem) == "rate: expected a start between 0 and 10000000000000, found 100000000000000");
  problem.sources.clear();
  CHECK(refusal_of(problem) == "expected measurements to fit to, found none");
}

}  // namespace headroom::calibrate
