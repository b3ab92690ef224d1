// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "scenarios/cli/commands.hpp"

namespace headroom::scenarios {
class Team;
}

namespace headroom::cli {

// `headroom sweep` by a team of processes; null: by this one alone.
int sweep_with(const Words& words, scenarios::Team* team);

}  // namespace headroom::cli
