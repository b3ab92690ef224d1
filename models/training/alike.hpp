// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "topologies/cluster.hpp"

namespace headroom::models {

// Whether the accelerators of a server can change places and no path changes, inside the server and to
// another one: by halves, quarters and so on down to neighbours where their number is a power of two (so that
// aligned groups map to aligned groups), else any with any. Paths are the same when they cross the same kinds
// of links with the same capacities and latencies, each shared by as many other paths.
[[nodiscard]] bool accelerators_are_alike(const topologies::Cluster& cluster);

}  // namespace headroom::models
