// SPDX-License-Identifier: Apache-2.0
// The free parameters of a problem without their bounds: what Levenberg-Marquardt walks in.
#pragma once
#include <Eigen/Dense>
#include <vector>

#include "calibrate/fit.hpp"

namespace headroom::calibrate {

// x = low + (high - low) / (1 + exp(-z)) between two bounds, x = low + exp(z) above one, x = z without any.
class FreeSpace {
 public:
  explicit FreeSpace(const FitProblem& problem);

  [[nodiscard]] Eigen::Index dimensions() const { return static_cast<Eigen::Index>(free_.size()); }
  [[nodiscard]] const Parameter& parameter(Eigen::Index dimension) const;
  [[nodiscard]] std::size_t index(Eigen::Index dimension) const;  // among all parameters of the problem
  [[nodiscard]] Eigen::VectorXd start() const;
  // All parameters of the problem, the fixed ones at their starts.
  [[nodiscard]] std::vector<double> values(const Eigen::VectorXd& z) const;
  // dx/dz
  [[nodiscard]] double slope(Eigen::Index dimension, double z) const;
  // Nothing but the bound keeps the parameter from going on.
  [[nodiscard]] bool at_bound(Eigen::Index dimension, double z) const;

  [[nodiscard]] Eigen::VectorXd residuals(const Eigen::VectorXd& z) const;
  // d residuals / dz by central differences.
  [[nodiscard]] Eigen::MatrixXd jacobian(const Eigen::VectorXd& z) const;

 private:
  const FitProblem& problem_;
  std::vector<std::size_t> free_;
};

}  // namespace headroom::calibrate
