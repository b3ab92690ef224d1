// SPDX-License-Identifier: Apache-2.0
// The devices and links of one server.
#pragma once
#include <vector>

#include "topologies/description.hpp"
#include "topologies/graph.hpp"

namespace headroom::topologies {

struct ServerLink {
  Link link;
  Node from, to;  // of server 0
};

struct ServerGraph {
  explicit ServerGraph(const ServerDescription& server);
  ServerGraph(const ServerGraph&) = delete;
  ServerGraph& operator=(const ServerGraph&) = delete;

  Graph graph;                    // vertices as below; edge.link indexes `links`
  std::vector<ServerLink> links;  // in a fixed order: PCIe, sockets, host memory, scale-up
  std::vector<Vertex> accelerators, sockets, nics;
  std::vector<LinkId> host_memories;  // by socket
};

}  // namespace headroom::topologies
