// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "scenarios/validate/training_case.hpp"

namespace headroom::scenarios::validation {

// Fills the layout of the job and what the record leaves open of it. The network and the machine stand.
void read_layout(const Fields& record, TrainingCase& out);

}  // namespace headroom::scenarios::validation
