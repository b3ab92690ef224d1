// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/graph/adjacency_list.hpp>

#include "topologies/link.hpp"
#include "topologies/node.hpp"

namespace headroom::topologies {

struct Edge {
  LinkId link;
};

// Devices and the directed links between them. The two directions of host memory are two edges of one link.
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Node, Edge>;
using Vertex = Graph::vertex_descriptor;

}  // namespace headroom::topologies
