// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "scenarios/import/imported_model.hpp"

namespace headroom::scenarios::hf {

// What a newcomer reads: sizes, notes, and where each field stood.
[[nodiscard]] std::string import_table(const ImportedModel& model);
// The same for programs; "model" is what a scenario takes as workload.model, or null.
[[nodiscard]] std::string import_json(const ImportedModel& model);

}  // namespace headroom::scenarios::hf
