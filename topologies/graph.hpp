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

// In boost::add_vertex(node, graph), which looks for a vertex of the same name, gcc 12 with sanitizers takes
// an empty optional for uninitialised memory.
inline Vertex add_node(const Node& node, Graph& graph) {
  const Vertex added = boost::add_vertex(graph);
  graph[added] = node;
  return added;
}

}  // namespace headroom::topologies
