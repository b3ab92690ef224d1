// SPDX-License-Identifier: Apache-2.0
// Predictions against published measurements: the front door.
//
//   const auto outcomes = validate(shipped_records(), Catalogue::built_in());
//   const auto rows = summary_of(outcomes);
#pragma once
#include <functional>
#include <vector>

#include "scenarios/validate/basis.hpp"
#include "scenarios/validate/outcome.hpp"
#include "scenarios/validate/record_file.hpp"

namespace headroom::scenarios::validation {

using Progress = std::function<void(std::size_t done, std::size_t total)>;

// One outcome a record, in the order of the files. Whatever a record contains, it ends in a status: what
// cannot be predicted is `unsupported` with the reason, never guessed.
[[nodiscard]] std::vector<Outcome> predict_records(const std::vector<RecordFile>& files, const Basis& basis,
                                                   const Progress& progress = {});

// predict_records with intervals, which rest on these files and on the measurements that ship.
[[nodiscard]] std::vector<Outcome> validate(const std::vector<RecordFile>& files, const Basis& basis,
                                            const Progress& progress = {});

}  // namespace headroom::scenarios::validation
