// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "sim/error.hpp"
#include "sim/program.hpp"
#include "sim/time.hpp"

namespace headroom::sim {

// Why a run cannot go on, in one line: the joint operations that miss participants and a cycle of operations
// that wait for each other. `finish` of operations that have not ended is `never`.
[[nodiscard]] Error deadlock(const Program& program, std::span<const Ticks> finish);

}  // namespace headroom::sim
