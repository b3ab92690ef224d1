// SPDX-License-Identifier: Apache-2.0
#include "topologies/materialise.hpp"

namespace headroom::topologies {

ClusterGraph::ClusterGraph(const Cluster& cluster) {
  const auto vertex_of = [this](const Node& node) {
    const auto [found, is_new] = vertices.try_emplace(node, boost::num_vertices(graph));
    if (is_new) add_node(node, graph);
    return found->second;
  };
  for (std::size_t i = 0; i < cluster.link_count(); ++i) {
    const LinkId link(i);
    const auto ends = cluster.link_ends(link);
    const Vertex from = vertex_of(ends.first);
    const Vertex to = vertex_of(ends.second);
    boost::add_edge(from, to, Edge{link}, graph);
    if (cluster.link(link).kind == LinkKind::host_memory) boost::add_edge(to, from, Edge{link}, graph);
  }
}

}  // namespace headroom::topologies
