// SPDX-License-Identifier: Apache-2.0
// The whole cluster as one Boost graph, for drawing and for graph algorithms. It stores every link: Cluster
// itself is what simulations use.
#pragma once
#include <map>

#include "topologies/cluster.hpp"
#include "topologies/graph.hpp"

namespace headroom::topologies {

struct ClusterGraph {
  explicit ClusterGraph(const Cluster& cluster);
  ClusterGraph(const ClusterGraph&) = delete;
  ClusterGraph& operator=(const ClusterGraph&) = delete;

  Graph graph;
  std::map<Node, Vertex> vertices;
};

}  // namespace headroom::topologies
