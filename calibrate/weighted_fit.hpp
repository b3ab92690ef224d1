// SPDX-License-Identifier: Apache-2.0
// fit() with the weight of each measurement given: those of weight 0 are left out.
#pragma once
#include "calibrate/fit.hpp"

namespace headroom::calibrate {

[[nodiscard]] Fit weighted_fit(const FitProblem& problem, std::span<const double> weights, Loss loss);
[[nodiscard]] std::vector<std::string> undetermined(const FitProblem& problem,
                                                    std::span<const double> weights);

}  // namespace headroom::calibrate
