// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "scenarios/import/imported_model.hpp"

namespace headroom::scenarios::hf {

// What a newcomer reads: sizes, notes, and where each field stood.
[[nodiscard]] std::string import_table(std::span<const ImportedModel> models);
// The same for programs; "model" is what a scenario takes as workload.model, or null.
// `list`: an array, also of one.
[[nodiscard]] std::string import_json(std::span<const ImportedModel> models, bool list);

}  // namespace headroom::scenarios::hf
