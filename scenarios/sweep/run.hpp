// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "scenarios/sweep/question.hpp"
#include "scenarios/sweep/row.hpp"

namespace headroom::scenarios {

class Journal;
class Team;

struct SweepOptions {
  int jobs = 0;                // threads of this process; 0: as many as it has cores
  Journal* journal = nullptr;  // rows found there are not computed again, new ones are written there
  Team* team = nullptr;        // null: this process works alone
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // points; one call at a time
};

// The row of every point, by its number: the same whatever the threads and processes. Of a team only the
// first process gets them; the others get nothing.
[[nodiscard]] std::vector<SweepRow> run_sweep(const SweepQuestion& question,
                                              const SweepOptions& options = {});

}  // namespace headroom::scenarios
