// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "scenarios/validate/basis.hpp"
#include "scenarios/validate/fields.hpp"
#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

// Fills what a training record is about, whatever comes of it.
void describe_training(const Fields& record, Outcome& outcome);
// The one figure of the record. Throws Error(bad_input) with the reason where it is unsupported.
void predict_training(const Fields& record, const Basis& basis, Outcome& outcome);

}  // namespace headroom::scenarios::validation
