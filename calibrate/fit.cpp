// SPDX-License-Identifier: Apache-2.0
#include "calibrate/fit.hpp"

#include <algorithm>
#include <cmath>

#include "calibrate/determinacy.hpp"
#include "calibrate/levenberg_marquardt.hpp"
#include "calibrate/robust.hpp"
#include "calibrate/weighted_fit.hpp"
#include "sim/error.hpp"

namespace headroom::calibrate {
namespace {

constexpr int most_rounds = 60;
constexpr double settled = 1e-10;

std::span<const double> span_of(const Eigen::VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

// Where a fit stands.
struct State {
  Eigen::VectorXd z;
  double scale = 0;
};

// Least squares again and again, each time with the weights that the last residuals earn.
void reweigh(const FreeSpace& space, const Eigen::VectorXd& design, Loss loss, State& state) {
  for (int round = 0; round < most_rounds; ++round) {
    const Eigen::VectorXd residuals = space.residuals(state.z);
    state.scale = robust_scale(span_of(residuals), span_of(design));
    Eigen::VectorXd weights = design;
    for (Eigen::Index i = 0; i < weights.size(); ++i)
      weights(i) *= robust_weight(loss, residuals(i) / state.scale);
    const Eigen::VectorXd z = levenberg_marquardt(space, state.z, weights);
    const double moved = (z - state.z).cwiseAbs().maxCoeff();
    state.z = z;
    if (moved < settled || loss == Loss::least_squares) break;
  }
  const Eigen::VectorXd residuals = space.residuals(state.z);
  state.scale = robust_scale(span_of(residuals), span_of(design));
}

// The rows of measurements that count.
Eigen::MatrixXd counted(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& weights) {
  Eigen::MatrixXd rows(jacobian.rows(), jacobian.cols());
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < jacobian.rows(); ++i)
    if (weights(i) > 0) rows.row(count++) = jacobian.row(i);
  return rows.topRows(count);
}

void add_standard_errors(const FreeSpace& space, const Eigen::VectorXd& design, Loss loss, const State& state,
                         Fit& fit) {
  Eigen::MatrixXd jacobian = space.jacobian(state.z);
  for (Eigen::Index d = 0; d < space.dimensions(); ++d) {
    if (!space.at_bound(d, state.z(d))) continue;
    jacobian.col(d).setZero();
    fit.parameters[space.index(d)].state = FittedParameter::State::at_bound;
  }
  const Eigen::MatrixXd c = covariance(jacobian, space.residuals(state.z), design, state.scale, loss);
  for (Eigen::Index d = 0; d < space.dimensions(); ++d) {
    FittedParameter& parameter = fit.parameters[space.index(d)];
    if (parameter.state == FittedParameter::State::fitted)
      parameter.standard_error = std::sqrt(std::max(0.0, c(d, d))) * space.slope(d, state.z(d));
  }
}

Fit described(const FitProblem& problem, const FreeSpace& space, const Eigen::VectorXd& design, Loss loss,
              const State& state) {
  Fit fit;
  const std::vector<double> values = space.values(state.z);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto kind =
        problem.parameters[i].fixed ? FittedParameter::State::fixed : FittedParameter::State::fitted;
    fit.parameters.push_back({problem.parameters[i].name, values[i], 0, kind});
  }
  const Eigen::VectorXd residuals = space.residuals(state.z);
  fit.residuals.assign(residuals.begin(), residuals.end());
  fit.scale = state.scale;
  for (std::size_t i = 0; i < fit.residuals.size(); ++i) {
    const bool counts = design(static_cast<Eigen::Index>(i)) > 0;
    if (counts && robust_weight(loss, fit.residuals[i] / fit.scale) == 0) fit.rejected.push_back(i);
  }
  if (space.dimensions() > 0) add_standard_errors(space, design, loss, state, fit);
  return fit;
}

}  // namespace

std::vector<double> Fit::values() const {
  std::vector<double> all;
  for (const FittedParameter& parameter : parameters) all.push_back(parameter.value);
  return all;
}

Fit weighted_fit(const FitProblem& problem, std::span<const double> weights, Loss loss) {
  const FreeSpace space(problem);
  const Eigen::VectorXd design =
      Eigen::Map<const Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()));
  State state{space.start(), 0};
  if (space.dimensions() > 0) {
    check_determined(space, counted(space.jacobian(state.z), design));
    if (loss != Loss::least_squares) reweigh(space, design, Loss::huber, state);
    if (loss != Loss::huber) reweigh(space, design, loss, state);
  } else {
    const Eigen::VectorXd residuals = space.residuals(state.z);
    state.scale = robust_scale(span_of(residuals), span_of(design));
  }
  return described(problem, space, design, loss, state);
}

Fit fit(const FitProblem& problem, Loss loss) {
  if (problem.sources.empty()) throw bad_input("expected measurements to fit to, found none");
  return weighted_fit(problem, equal_source_weights(problem.sources), loss);
}

std::vector<std::string> undetermined(const FitProblem& problem) {
  return undetermined(problem, equal_source_weights(problem.sources));
}

std::vector<std::string> undetermined(const FitProblem& problem, std::span<const double> weights) {
  const FreeSpace space(problem);
  if (space.dimensions() == 0) return {};
  const Eigen::VectorXd design =
      Eigen::Map<const Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()));
  std::vector<std::string> names;
  for (const Eigen::Index d : undetermined(counted(space.jacobian(space.start()), design)))
    names.push_back(space.parameter(d).name);
  return names;
}

}  // namespace headroom::calibrate
