// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "calibrate/free_space.hpp"

namespace headroom::calibrate {

// From z downhill to a minimum of sum(weight * residual^2): Gauss-Newton steps, damped until they help
// (Marquardt 1963; Nocedal and Wright, Numerical Optimization, section 10.3).
[[nodiscard]] Eigen::VectorXd levenberg_marquardt(const FreeSpace& space, Eigen::VectorXd z,
                                                  const Eigen::VectorXd& weights);

}  // namespace headroom::calibrate
