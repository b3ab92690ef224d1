// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/training/step_program.hpp"

namespace headroom::models {

// Where the time of one member's step went, read off its compute stream. Kernels count as compute (what
// launches delay as host, what communication beside them delays as exposed data-parallel communication),
// blocking exchanges as exposed tensor-parallel communication. A gap belongs to what ended it: a transfer
// from a neighbour stage (exposed pipeline communication while the transfer was under way, bubble before), or
// a data-parallel exchange. The parts sum to the makespan of the timeline.
[[nodiscard]] Breakdown breakdown_of(const StepProgram& step, const sim::Timeline& timeline,
                                     const Member& member);

// The member whose compute stream works longest: the one that the others wait for.
[[nodiscard]] const Member& critical_member(const StepProgram& step, const sim::Timeline& timeline);

// Share of the step that compute streams are busy (kernels, exchanges that block them, optimiser), over all
// members.
[[nodiscard]] double busy_fraction(const StepProgram& step, const sim::Timeline& timeline);

}  // namespace headroom::models
