// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "calibrate/weighted_fit.hpp"

namespace headroom::calibrate {
namespace {

// The weights without one source's measurements.
std::vector<double> weights_without(const FitProblem& problem, const std::string& source) {
  std::vector<double> weights = equal_source_weights(problem.sources);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (problem.sources[i] == source) weights[i] = 0;
  return weights;
}

}  // namespace

CrossValidation leave_one_source_out(const FitProblem& problem, Loss loss) {
  CrossValidation validation;
  const std::set<std::string> sources(problem.sources.begin(), problem.sources.end());
  if (sources.size() < 2) return validation;
  std::vector<double> errors(problem.sources.size());
  for (const std::string& source : sources) {
    const std::vector<double> weights = weights_without(problem, source);
    FitProblem others = problem;
    SourceErrors result;
    result.source = source;
    result.kept = undetermined(others, weights);
    for (Parameter& p : others.parameters)
      if (std::find(result.kept.begin(), result.kept.end(), p.name) != result.kept.end()) p.fixed = true;
    const Fit fitted = weighted_fit(others, weights, loss);
    std::vector<double> own;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (problem.sources[i] != source) continue;
      errors[i] = std::abs(fitted.residuals[i]);
      own.push_back(errors[i]);
    }
    const std::vector<double> equal(own.size(), 1);
    result.measurements = own.size();
    result.median = weighted_quantile(own, equal, 0.5);
    result.p90 = weighted_quantile(own, equal, 0.9);
    validation.sources.push_back(std::move(result));
  }
  const std::vector<double> all = equal_source_weights(problem.sources);
  validation.median = weighted_quantile(errors, all, 0.5);
  validation.p90 = weighted_quantile(errors, all, 0.9);
  return validation;
}

}  // namespace headroom::calibrate
