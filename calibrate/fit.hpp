// SPDX-License-Identifier: Apache-2.0
// Robust nonlinear least squares: the parameters of a model from measurements, some of which are wrong.
//
// Minimised is the sum of weight * rho(residual / scale) over all measurements. The sources of measurements
// weigh equally, however many each has; rho is Huber's function first, then Tukey's, which leaves gross
// outliers out altogether (Huber and Ronchetti, Robust Statistics, 2nd ed., chapter 7; Beaton and Tukey
// 1974). The scale is that of the residuals themselves: 1.4826 times their median absolute value.
//
//   FitProblem problem;
//   problem.parameters = {{.name = "latency", .start = 1e-6}, {.name = "fraction", .start = 0.7, .high = 1}};
//   problem.sources = {"lab a", "lab a", "lab b"};
//   problem.residuals = [&](auto values, auto out) { out[i] = std::log(predicted(values, i) / measured[i]);
//   }; const Fit best = fit(problem);
#pragma once
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace headroom::calibrate {

// The fit stays strictly between the ends.
struct Parameter {
  std::string name;
  double start = 1;
  double low = 0, high = std::numeric_limits<double>::infinity();
  bool fixed = false;  // stays at `start`
};

struct FitProblem {
  std::vector<Parameter> parameters;
  std::vector<std::string> sources;  // of each measurement
  // Residuals of all measurements at these values of all parameters; log(predicted / measured) where relative
  // errors count.
  std::function<void(std::span<const double> values, std::span<double> residuals)> residuals;
};

enum class Loss { least_squares, huber, tukey };

struct FittedParameter {
  enum class State { fitted, fixed, at_bound };
  std::string name;
  double value = 0;
  double standard_error = 0;  // of fitted ones; 0 of others, which the measurements only bound
  State state = State::fitted;
};

struct Fit {
  std::vector<FittedParameter> parameters;  // in the order of the problem
  std::vector<double> residuals;            // of all measurements
  std::vector<std::size_t> rejected;  // measurements that got no weight: outliers under Tukey's function
  double scale = 0;                   // robust standard deviation of the residuals

  [[nodiscard]] std::vector<double> values() const;
};

// Throws Error(bad_input) where the measurements do not determine a free parameter, naming it.
[[nodiscard]] Fit fit(const FitProblem& problem, Loss loss = Loss::tukey);

// Free parameters that the measurements leave open at the starting values: none of them depends on these, or
// others can make up for them. With these fixed, fit() does not refuse.
[[nodiscard]] std::vector<std::string> undetermined(const FitProblem& problem);

// Errors of the predictions of each source's measurements by a fit to all the others.
struct SourceErrors {
  std::string source;
  std::size_t measurements = 0;
  double median = 0, p90 = 0;     // of the absolute residual
  std::vector<std::string> kept;  // parameters that the others do not determine: left at their starts
};
struct CrossValidation {
  std::vector<SourceErrors> sources;  // empty where there is only one
  double median = 0, p90 = 0;         // of all, sources weighing equally
};
[[nodiscard]] CrossValidation leave_one_source_out(const FitProblem& problem, Loss loss = Loss::tukey);

// The smallest value at or below which `share` of the weight lies; 0 of nothing.
[[nodiscard]] double weighted_quantile(std::span<const double> values, std::span<const double> weights,
                                       double share);
// One weight a measurement: sources weigh equally, the mean is 1.
[[nodiscard]] std::vector<double> equal_source_weights(std::span<const std::string> sources);

}  // namespace headroom::calibrate
