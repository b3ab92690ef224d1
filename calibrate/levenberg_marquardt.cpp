// SPDX-License-Identifier: Apache-2.0
#include "calibrate/levenberg_marquardt.hpp"

namespace headroom::calibrate {
namespace {

constexpr int most_steps = 200;
constexpr double first_damping = 1e-3, least_damping = 1e-12, most_damping = 1e10, damping_factor = 5;
constexpr double small_step = 1e-11;
// A parameter with next to no effect is damped as one with this share of the strongest one's.
constexpr double least_share = 1e-9;

struct Normal {
  Eigen::MatrixXd matrix;  // J' W J
  Eigen::VectorXd slope;   // J' W r
  Eigen::VectorXd damped;  // the diagonal
};

Normal normal_equations(const FreeSpace& space, const Eigen::VectorXd& z, const Eigen::VectorXd& residuals,
                        const Eigen::VectorXd& weights) {
  const Eigen::MatrixXd j = space.jacobian(z);
  Normal normal;
  normal.matrix = j.transpose() * weights.asDiagonal() * j;
  normal.slope = j.transpose() * weights.cwiseProduct(residuals);
  const double strongest = normal.matrix.diagonal().maxCoeff();
  normal.damped = normal.matrix.diagonal().cwiseMax(least_share * strongest);
  return normal;
}

double cost_of(const Eigen::VectorXd& residuals, const Eigen::VectorXd& weights) {
  return weights.dot(residuals.cwiseProduct(residuals));
}

}  // namespace

Eigen::VectorXd levenberg_marquardt(const FreeSpace& space, Eigen::VectorXd z,
                                    const Eigen::VectorXd& weights) {
  Eigen::VectorXd residuals = space.residuals(z);
  double cost = cost_of(residuals, weights);
  double damping = first_damping;
  for (int step = 0; step < most_steps && cost > 0; ++step) {
    const Normal normal = normal_equations(space, z, residuals, weights);
    if (!(normal.damped.maxCoeff() > 0)) return z;
    bool helped = false;
    for (; !helped && damping < most_damping; damping *= damping_factor) {
      Eigen::MatrixXd matrix = normal.matrix;
      matrix.diagonal() += damping * normal.damped;
      const Eigen::VectorXd move = matrix.ldlt().solve(-normal.slope);
      const Eigen::VectorXd there = z + move;
      const Eigen::VectorXd residuals_there = space.residuals(there);
      const double cost_there = cost_of(residuals_there, weights);
      if (!(cost_there < cost)) continue;
      helped = true;
      const bool arrived = move.cwiseAbs().maxCoeff() < small_step;
      z = there;
      residuals = residuals_there;
      cost = cost_there;
      if (arrived) return z;
    }
    if (!helped) return z;
    damping = std::max(least_damping, damping / (damping_factor * damping_factor * damping_factor));
  }
  return z;
}

}  // namespace headroom::calibrate
