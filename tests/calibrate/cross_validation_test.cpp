// SPDX-License-Identifier: Apache-2.0
#include "tests/calibrate/curves.hpp"
#include "tests/catch.hpp"

namespace headroom::calibrate {

TEST_CASE("Sources that agree predict one another exactly") {
  Curve curve = measured_curve(20, 0, 1, "a");
  append(curve, measured_curve(30, 0, 2, "b"));
  const CrossValidation validation = leave_one_source_out(problem_of(curve));
  REQUIRE(validation.sources.size() == 2);
  CHECK(validation.sources[0].source == "a");
  CHECK(validation.sources[0].measurements == 20);
  CHECK(validation.sources[1].measurements == 30);
  CHECK(validation.p90 < 1e-6);
}

TEST_CASE("A source that is 20 % slower throughout is predicted by the others with just that error") {
  Curve curve = measured_curve(20, 0, 1, "a");
  append(curve, measured_curve(20, 0, 1, "b"));
  Curve slow = measured_curve(20, 0, 1, "slow");
  for (double& t : slow.t) t *= 1.2;
  append(curve, slow);
  const CrossValidation validation = leave_one_source_out(problem_of(curve));
  REQUIRE(validation.sources.size() == 3);
  CHECK(validation.sources[2].median == Approx(std::log(1.2)).epsilon(1e-4));
  CHECK(validation.sources[2].p90 == Approx(std::log(1.2)).epsilon(1e-4));
}

TEST_CASE("What only the source left out determines stays at its start, and is named") {
  Curve curve = measured_curve(20, 0, 1, "a");
  append(curve, measured_curve(20, 0, 2, "b"));
  append(curve, measured_curve(20, 0, 3, "c"));
  FitProblem problem = problem_of(curve);
  problem.parameters.push_back({"overhead of b", 1e-6});
  const auto without = problem.residuals;
  problem.residuals = [=](std::span<const double> p, std::span<double> out) {
    without(p, out);
    for (std::size_t i = 20; i < 40; ++i)
      out[i] = std::log((time_at(curve.x[i], p[0], p[1]) + p[2]) / (curve.t[i] + 2e-6));
  };
  const CrossValidation validation = leave_one_source_out(problem);
  CHECK(validation.sources[0].kept.empty());
  CHECK(validation.sources[1].kept == std::vector<std::string>{"overhead of b"});
  CHECK(validation.sources[2].p90 < 1e-6);
}

TEST_CASE("One source alone cannot be left out") {
  CHECK(leave_one_source_out(problem_of(measured_curve(20, 0, 1))).sources.empty());
}

TEST_CASE("Quantiles are those of the weight, not of the count") {
  const std::vector<double> values = {3, 1, 2}, weights = {1, 8, 1};
  CHECK(weighted_quantile(values, weights, 0.5) == 1);
  CHECK(weighted_quantile(values, weights, 0.9) == 2);
  CHECK(weighted_quantile(values, weights, 1) == 3);
}

}  // namespace headroom::calibrate
