// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

// Records of one source with the same model, accelerators and batch in different layouts: does the prediction
// put the layouts in the right order?
struct Sweep {
  std::string name, source;
  std::size_t records = 0;
  double rank_correlation = 0;  // Spearman, of predicted and observed
  double chosen_over_best = 1;  // measured time of the layout predicted fastest / of the fastest
};

// Sweeps of at least four layouts that are predicted.
[[nodiscard]] std::vector<Sweep> sweeps_of(std::span<const Outcome> outcomes);

}  // namespace headroom::scenarios::validation
