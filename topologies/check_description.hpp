// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "topologies/description.hpp"

namespace headroom::topologies {

// Throw Error(bad_input) that names the field, what was expected and what was found.
void check(const ServerDescription& server);
void check(const FabricDescription& fabric);
// Whether `servers` of them can be joined at all.
void check(const ServerDescription& server, int servers, const FabricDescription& fabric);

}  // namespace headroom::topologies
