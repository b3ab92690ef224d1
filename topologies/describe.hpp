// SPDX-License-Identifier: Apache-2.0
// A cluster in words and pictures, for people.
#pragma once
#include <string>

#include "topologies/cluster.hpp"

namespace headroom::topologies {

// The server with its parts and bandwidths, how its parts are connected (see topology_matrix), the tiers of
// the fabric, and a few paths with what limits them.
[[nodiscard]] std::string describe(const Cluster& cluster);

// Accelerators and NICs of one server against each other, in the words of `nvidia-smi topo -m`.
[[nodiscard]] std::string topology_matrix(const Cluster& cluster);

// Graphviz. A large cluster is drawn with its first server in full and the others as boxes, and says so.
[[nodiscard]] std::string to_dot(const Cluster& cluster);

// One line for each kind of part to buy.
[[nodiscard]] std::string bill_table(const BillOfMaterials& bill);

}  // namespace headroom::topologies
