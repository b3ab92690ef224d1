// SPDX-License-Identifier: Apache-2.0
// Whether measurements determine the parameters, and how well.
#pragma once
#include "calibrate/free_space.hpp"

namespace headroom::calibrate {

// Dimensions that the rows leave open: fixing them, the rest is determined.
[[nodiscard]] std::vector<Eigen::Index> undetermined(Eigen::MatrixXd jacobian);

// Throws Error(bad_input) naming a parameter that these measurements do not determine: there are fewer of
// them than parameters, none depends on it, or it can make up for others.
void check_determined(const FreeSpace& space, const Eigen::MatrixXd& jacobian);

// Covariance of M-estimates at a minimum, A^-1 B A^-1 (the "sandwich": Huber and Ronchetti, section 7.6) with
// A = sum(w psi' j j'), B = sum(w^2 psi^2 s^2 j j'), and n / (n - p) for the parameters spent.
[[nodiscard]] Eigen::MatrixXd covariance(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residuals,
                                         const Eigen::VectorXd& weights, double scale, Loss loss);

}  // namespace headroom::calibrate
