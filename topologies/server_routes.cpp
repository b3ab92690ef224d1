// SPDX-License-Identifier: Apache-2.0
#include "topologies/server_routes.hpp"

#include <algorithm>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <map>

#include "topologies/placement.hpp"

namespace headroom::topologies {
namespace {

// Accelerators and NICs are ends in this part of the graph, so no route leads through one.
struct OverPcie {
  const ServerGraph* server = nullptr;
  bool operator()(const Graph::edge_descriptor& edge) const {
    const LinkKind kind = server->links[server->graph[edge].link.value].link.kind;
    return kind == LinkKind::pcie || kind == LinkKind::socket;
  }
};

class Finder {
 public:
  Finder(const ServerDescription& server, const ServerGraph& graph) : server_(server), graph_(graph) {
    const boost::filtered_graph pcie(graph.graph, OverPcie{&graph});
    arrivals_.resize(boost::num_vertices(graph.graph));
    const auto search_from = [&](Vertex source) {
      auto& arrivals = arrivals_[source];
      arrivals.resize(boost::num_vertices(graph.graph));
      boost::breadth_first_search(pcie, source,
                                  boost::visitor(boost::make_bfs_visitor(boost::record_edge_predecessors(
                                      arrivals.data(), boost::on_tree_edge()))));
    };
    for (const auto* sources : {&graph.accelerators, &graph.sockets, &graph.nics}) {
      for (const Vertex source : *sources) search_from(source);
    }
  }

  // The shortest route over PCIe and socket links.
  [[nodiscard]] std::vector<LinkId> direct(Vertex from, Vertex to) const {
    std::vector<LinkId> links;
    for (Vertex v = to; v != from; v = boost::source(arrivals_[from][v], graph_.graph)) {
      links.push_back(graph_.graph[arrivals_[from][v]].link);
    }
    std::reverse(links.begin(), links.end());
    return links;
  }

  // Written to the memory of a socket, then read from it.
  [[nodiscard]] std::vector<LinkId> staged(Vertex from, int socket, Vertex to) const {
    const auto s = static_cast<std::size_t>(socket);
    auto links = direct(from, graph_.sockets[s]);
    links.insert(links.end(), 2, graph_.host_memories[s]);
    const auto onward = direct(graph_.sockets[s], to);
    links.insert(links.end(), onward.begin(), onward.end());
    return links;
  }

  // Empty where no scale-up link or switch joins the two.
  [[nodiscard]] std::vector<LinkId> scale_up(Vertex from, Vertex to) const {
    for (const auto first : boost::make_iterator_range(boost::out_edges(from, graph_.graph))) {
      if (link(first).kind != LinkKind::scale_up) continue;
      const Vertex middle = boost::target(first, graph_.graph);
      if (middle == to) return {graph_.graph[first].link};
      if (graph_.graph[middle].kind != NodeKind::scale_up_switch) continue;
      return {graph_.graph[first].link, graph_.graph[boost::edge(middle, to, graph_.graph).first].link};
    }
    return {};
  }

  [[nodiscard]] std::vector<LinkId> to_host(int accelerator) const {
    const auto socket = static_cast<std::size_t>(place_of_accelerator(server_, accelerator).socket);
    auto links = direct(vertex(accelerator), graph_.sockets[socket]);
    links.push_back(graph_.host_memories[socket]);
    return links;
  }

  [[nodiscard]] std::vector<LinkId> from_host(int accelerator) const {
    const auto socket = static_cast<std::size_t>(place_of_accelerator(server_, accelerator).socket);
    std::vector<LinkId> links{graph_.host_memories[socket]};
    const auto onward = direct(graph_.sockets[socket], vertex(accelerator));
    links.insert(links.end(), onward.begin(), onward.end());
    return links;
  }

  // Data between accelerator `near` and another device; host buffers lie in the memory of its socket.
  [[nodiscard]] std::vector<LinkId> transfer(Vertex from, Vertex to, int near, bool through_host) const {
    return through_host ? staged(from, place_of_accelerator(server_, near).socket, to) : direct(from, to);
  }

  [[nodiscard]] Vertex vertex(int accelerator) const {
    return graph_.accelerators[static_cast<std::size_t>(accelerator)];
  }

 private:
  [[nodiscard]] const Link& link(const Graph::edge_descriptor& edge) const {
    return graph_.links[graph_.graph[edge].link.value].link;
  }

  const ServerDescription& server_;
  const ServerGraph& graph_;
  std::vector<std::vector<Graph::edge_descriptor>>
      arrivals_;  // [source][vertex]: the edge by which it is reached
};

// The NICs that are the fewest links away.
std::vector<int> nearest_nics(const Finder& finder, const ServerGraph& graph, int accelerator) {
  std::vector<int> nearest;
  std::size_t shortest = 0;
  for (std::size_t n = 0; n < graph.nics.size(); ++n) {
    const std::size_t length = finder.direct(finder.vertex(accelerator), graph.nics[n]).size();
    if (nearest.empty() || length < shortest) {
      nearest.clear();
      shortest = length;
    }
    if (length == shortest) nearest.push_back(static_cast<int>(n));
  }
  return nearest;
}

// Accelerators that are equally near to the same NICs take turns.
std::vector<int> assign_nics(const Finder& finder, const ServerGraph& graph) {
  std::vector<int> assigned;
  std::map<std::vector<int>, std::size_t> turns;
  for (std::size_t a = 0; a < graph.accelerators.size(); ++a) {
    const auto candidates = nearest_nics(finder, graph, static_cast<int>(a));
    assigned.push_back(candidates.empty() ? Node::none : candidates[turns[candidates]++ % candidates.size()]);
  }
  return assigned;
}

}  // namespace

void RouteTable::add(std::span<const LinkId> route) {
  links_.insert(links_.end(), route.begin(), route.end());
  starts_.push_back(static_cast<std::uint32_t>(links_.size()));
}

ServerRoutes::ServerRoutes(const ServerDescription& server, const ServerGraph& graph)
    : accelerators_(server.accelerators), nics_(server.nics) {
  const Finder finder(server, graph);
  for (int a = 0; a < accelerators_; ++a) {
    for (int b = 0; b < accelerators_; ++b) {
      const auto scale_up = finder.scale_up(finder.vertex(a), finder.vertex(b));
      over_scale_up_.push_back(a != b && !scale_up.empty());
      if (a == b) {
        between_.add({});
      } else {
        between_.add(!scale_up.empty()
                         ? scale_up
                         : finder.transfer(finder.vertex(a), finder.vertex(b), a, !server.pcie_peer_to_peer));
      }
    }
    for (const Vertex nic : graph.nics) {
      to_nic_.add(finder.transfer(finder.vertex(a), nic, a, !server.gpudirect));
      from_nic_.add(finder.transfer(nic, finder.vertex(a), a, !server.gpudirect));
    }
    to_host_.add(finder.to_host(a));
    from_host_.add(finder.from_host(a));
  }
  nearest_nic_ = assign_nics(finder, graph);
}

}  // namespace headroom::topologies
