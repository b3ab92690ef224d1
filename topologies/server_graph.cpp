// SPDX-License-Identifier: Apache-2.0
#include "topologies/server_graph.hpp"

#include "topologies/placement.hpp"

namespace headroom::topologies {
namespace {

class Builder {
 public:
  Builder(const ServerDescription& server, ServerGraph& built) : server_(server), built_(built) {}

  void build() {
    built_.accelerators = add_nodes(NodeKind::accelerator, server_.accelerators);
    pcie_switches_ = add_nodes(NodeKind::pcie_switch, pcie_switches(server_));
    built_.sockets = add_nodes(NodeKind::socket, server_.sockets);
    built_.nics = add_nodes(NodeKind::nic, server_.nics);
    connect_pcie();
    connect_sockets();
    connect_host_memory();
    connect_scale_up();
  }

 private:
  std::vector<Vertex> add_nodes(NodeKind kind, int count) {
    std::vector<Vertex> added;
    for (int i = 0; i < count; ++i) added.push_back(add_node({kind, i, 0}, built_.graph));
    return added;
  }

  LinkId add_link(Vertex from, Vertex to, const Link& link) {
    const LinkId id{built_.links.size()};
    built_.links.push_back({link, built_.graph[from], built_.graph[to]});
    boost::add_edge(from, to, Edge{id}, built_.graph);
    return id;
  }

  void connect(Vertex a, Vertex b, const Link& each_direction) {
    add_link(a, b, each_direction);
    add_link(b, a, each_direction);
  }

  [[nodiscard]] Vertex root(const Place& place) const {
    if (place.pcie_switch != Place::none) return pcie_switches_[static_cast<std::size_t>(place.pcie_switch)];
    return built_.sockets[static_cast<std::size_t>(place.socket)];
  }

  void connect_pcie() {
    const Link pcie{LinkKind::pcie, server_.pcie_bytes_per_second, server_.pcie_latency_seconds};
    for (int a = 0; a < server_.accelerators; ++a) {
      connect(built_.accelerators[static_cast<std::size_t>(a)], root(place_of_accelerator(server_, a)), pcie);
    }
    for (int s = 0; s < pcie_switches(server_); ++s) {
      connect(root({s, Place::none}), root({Place::none, socket_of_pcie_switch(server_, s)}), pcie);
    }
    for (int n = 0; n < server_.nics; ++n) {
      connect(built_.nics[static_cast<std::size_t>(n)], root(place_of_nic(server_, n)), pcie);
    }
  }

  // More than two sockets are joined pair by pair, as UPI does for four.
  void connect_sockets() {
    const Link link{LinkKind::socket, server_.socket_bytes_per_second, server_.socket_latency_seconds};
    for (std::size_t i = 0; i < built_.sockets.size(); ++i) {
      for (std::size_t j = i + 1; j < built_.sockets.size(); ++j)
        connect(built_.sockets[i], built_.sockets[j], link);
    }
  }

  // DRAM has one data bus: reads and writes share it, so both edges are the same link. Its latency is part of
  // the PCIe hops' (a PCIe read of host memory is what that latency is measured with).
  void connect_host_memory() {
    const auto memories = add_nodes(NodeKind::host_memory, server_.sockets);
    for (std::size_t s = 0; s < memories.size(); ++s) {
      const LinkId id = add_link(built_.sockets[s], memories[s],
                                 {LinkKind::host_memory, server_.host_memory_bytes_per_second, 0});
      boost::add_edge(memories[s], built_.sockets[s], Edge{id}, built_.graph);
      built_.host_memories.push_back(id);
    }
  }

  void connect_accelerators(int a, int b, double bytes_per_second) {
    connect(built_.accelerators[static_cast<std::size_t>(a)],
            built_.accelerators[static_cast<std::size_t>(b)],
            {LinkKind::scale_up, bytes_per_second, server_.scale_up_latency_seconds});
  }

  void connect_scale_up() {
    const int n = server_.accelerators;
    const double bytes_per_second = server_.scale_up_bytes_per_second;
    switch (server_.scale_up) {
      case ScaleUp::none:
        break;
      case ScaleUp::bridged_pairs:
        for (int a = 0; a + 1 < n; a += 2) connect_accelerators(a, a + 1, bytes_per_second);
        break;
      case ScaleUp::mesh:
        for (const MeshLink& m : server_.mesh_links) connect_accelerators(m.a, m.b, m.bytes_per_second);
        break;
      case ScaleUp::full_mesh:
        for (int a = 0; a < n; ++a) {
          for (int b = a + 1; b < n; ++b) connect_accelerators(a, b, bytes_per_second / (n - 1));
        }
        break;
      case ScaleUp::switched:
        connect_scale_up_switch();
        break;
    }
  }

  // The latency is given from accelerator to accelerator: half on the way up, half on the way down.
  void connect_scale_up_switch() {
    const Vertex hub = add_nodes(NodeKind::scale_up_switch, 1).front();
    const Link port{LinkKind::scale_up, server_.scale_up_bytes_per_second,
                    server_.scale_up_latency_seconds / 2};
    for (const Vertex a : built_.accelerators) connect(a, hub, port);
  }

  const ServerDescription& server_;
  ServerGraph& built_;
  std::vector<Vertex> pcie_switches_;
};

}  // namespace

ServerGraph::ServerGraph(const ServerDescription& server) {
  Builder(server, *this).build();
}

}  // namespace headroom::topologies
