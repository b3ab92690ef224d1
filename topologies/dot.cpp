// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "topologies/describe.hpp"
#include "topologies/materialise.hpp"
#include "topologies/quantities.hpp"

namespace headroom::topologies {
namespace {

// Beyond this a drawing of every accelerator cannot be read.
constexpr int most_accelerators_in_full = 32;

const char* shape_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::accelerator:
      return "box";
    case NodeKind::nic:
      return "cds";
    case NodeKind::socket:
      return "octagon";
    case NodeKind::host_memory:
      return "cylinder";
    case NodeKind::pcie_switch:
    case NodeKind::scale_up_switch:
      return "diamond";
    default:
      return "ellipse";
  }
}

class Drawing {
 public:
  explicit Drawing(const Cluster& cluster)
      : cluster_(cluster),
        materialised_(cluster),
        servers_in_full_(cluster.accelerators() <= most_accelerators_in_full ? cluster.servers() : 1) {}

  [[nodiscard]] std::string text() const {
    std::string dot =
        "graph cluster {\n  layout=dot; rankdir=BT; node [fontname=\"sans-serif\"]; edge [fontsize=9];\n";
    dot += fmt::format("  label=\"{}\";\n", title());
    for (int s = 0; s < servers_in_full_; ++s) dot += server(s);
    for (int s = servers_in_full_; s < cluster_.servers(); ++s) {
      dot += fmt::format("  \"server{}\" [shape=box3d];\n", s);
    }
    for (const auto& [node, vertex] : materialised_.vertices) {
      if (node.server == Node::none) dot += "  " + node_line(node);
    }
    return dot + edges() + "}\n";
  }

 private:
  [[nodiscard]] std::string title() const {
    std::string title =
        fmt::format("{} x {} accelerators", cluster_.servers(), cluster_.server().accelerators);
    if (servers_in_full_ < cluster_.servers()) {
      title += fmt::format("; server0 in full, the other {} as boxes", cluster_.servers() - servers_in_full_);
    }
    return title;
  }

  [[nodiscard]] static std::string node_line(const Node& node) {
    return fmt::format("\"{}\" [label=\"{}\" shape={}];\n", name(node), local_name(node),
                       shape_of(node.kind));
  }

  [[nodiscard]] std::string server(int index) const {
    std::string dot = fmt::format("  subgraph \"cluster_server{}\" {{ label=\"server{}\";\n", index, index);
    for (const auto& [node, vertex] : materialised_.vertices) {
      if (node.server == index) dot += "    " + node_line(node);
    }
    return dot + "  }\n";
  }

  [[nodiscard]] std::string drawn(const Node& node) const {
    return node.server < servers_in_full_ ? name(node) : fmt::format("server{}", node.server);
  }

  // One line for all links between two drawn nodes. Every link is there in both directions.
  [[nodiscard]] std::string edges() const {
    struct Lines {
      int directed = 0;
      double bytes_per_second = 0;
    };
    std::map<std::pair<std::string, std::string>, Lines> lines;
    const Graph& graph = materialised_.graph;
    for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
      const auto a = drawn(graph[boost::source(edge, graph)]);
      const auto b = drawn(graph[boost::target(edge, graph)]);
      if (a == b) continue;
      Lines& between = lines[std::minmax(a, b)];
      ++between.directed;
      between.bytes_per_second = cluster_.link(graph[edge].link).bytes_per_second;
    }
    std::string dot;
    for (const auto& [ends, between] : lines) {
      const int count = between.directed / 2;
      dot += fmt::format("  \"{}\" -- \"{}\" [label=\"{}{}\"];\n", ends.first, ends.second,
                         count == 1 ? "" : fmt::format("{} x ", count), gigabytes(between.bytes_per_second));
    }
    return dot;
  }

  const Cluster& cluster_;
  ClusterGraph materialised_;
  int servers_in_full_;
};

}  // namespace

std::string to_dot(const Cluster& cluster) {
  return Drawing(cluster).text();
}

}  // namespace headroom::topologies
