// SPDX-License-Identifier: Apache-2.0
// In which 8 of 10 measured values should lie: from what like predictions turned out to be.
//
// An interval goes from the 10th to the 90th percentile of log(predicted / measured time) over like cases,
// sources weighing equally. Where none of them is on the same accelerator, or all are smaller or all larger
// jobs, it is half as wide again; with too few like cases it is a factor of 2.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

constexpr double interval_share = 0.8;

// How far off one prediction was.
struct Residual {
  std::string set;  // of like cases, as Figure::set
  std::string source, accelerator;
  int accelerators = 0;
  double log_ratio = 0;  // of predicted over measured time
};
[[nodiscard]] std::vector<Residual> residuals_of(std::span<const Outcome> outcomes);
// As the file scenarios/truth/residuals.json.
[[nodiscard]] std::string residuals_json(std::span<const Residual> residuals);
// Of the measurements that ship.
[[nodiscard]] std::span<const Residual> shipped_residuals();

struct TimeInterval {
  double low = 0, high = 0;  // times the predicted time
  std::string basis;         // which cases it rests on, in words
};
// For a prediction of a set of like cases on so many of these accelerators.
[[nodiscard]] TimeInterval time_interval(std::span<const Residual> residuals, const std::string& set,
                                         const std::string& accelerator, int accelerators);

// Puts intervals on every figure, from like cases without those of the record's own source. The record's
// provenance says which cases they rest on.
void set_intervals(std::span<Outcome> outcomes, std::span<const Residual> like);

}  // namespace headroom::scenarios::validation
