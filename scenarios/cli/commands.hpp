// SPDX-License-Identifier: Apache-2.0
// The subcommands of `headroom`. Each takes the words after its name and returns the exit code; what is wrong
// is thrown as headroom::Error.
#pragma once
#include <string>
#include <vector>

namespace headroom::cli {

using Words = std::vector<std::string>;

int simulate_command(const Words& words);
int sweep_command(const Words& words);
int plan_command(const Words& words);
int compare_command(const Words& words);
int topology_command(const Words& words);
int catalogue_command(const Words& words);
int import_command(const Words& words);
int schema_command(const Words& words);
int validate_command(const Words& words);
int calibrate_command(const Words& words);

}  // namespace headroom::cli
