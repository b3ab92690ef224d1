// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "models/training/step.hpp"
#include "scenarios/validate/basis.hpp"
#include "scenarios/validate/fields.hpp"
#include "scenarios/validate/machine.hpp"

namespace headroom::scenarios::validation {

// A training record as a job. What the record leaves open is a list, the preferred value first: the first
// combination that fits the memory is taken.
struct TrainingCase {
  Machine machine;
  models::TrainingJob job;
  std::vector<int> zero_stages;
  std::vector<models::Recomputation> recomputations;
  std::vector<std::string> assumptions;
};

// Throws Error(bad_input) with the reason why the record cannot be simulated.
[[nodiscard]] TrainingCase training_case(const Fields& record, const Basis& basis);

}  // namespace headroom::scenarios::validation
