// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

// Puts the interval on every figure in which 8 of 10 observed values should lie: from the 10th to the 90th
// percentile of log(predicted / observed time) over figures of the same set in `like`, without those of the
// record's own source, sources weighing equally. Where none of them is on the same accelerator, or all are
// smaller or all larger jobs, the interval is half as wide again; with too few like cases it is a factor
// of 2. The record's provenance says which cases it rests on.
void set_intervals(std::span<Outcome> outcomes, std::span<const Outcome> like);

}  // namespace headroom::scenarios::validation
