// SPDX-License-Identifier: Apache-2.0
#include "topologies/cluster.hpp"

#include <fmt/format.h>

#include "sim/error.hpp"
#include "topologies/check_description.hpp"
#include "topologies/fabric.hpp"
#include "topologies/server_graph.hpp"
#include "topologies/server_routes.hpp"

namespace headroom::topologies {
namespace {

constexpr std::size_t usual_hops = 16;  // more than most paths have: one allocation

}  // namespace

struct Cluster::Parts {
  Parts(ServerDescription server_description, int server_count, const FabricDescription& fabric_description)
      : server(std::move(server_description)),
        servers(server_count),
        graph(server),
        routes(server, graph),
        fabric(fabric_description, shape_of(fabric_description, servers, server.nics), server),
        server_links(graph.links.size() * static_cast<std::size_t>(servers)) {}

  // A place on the links of the cluster: those of all servers, then those of the fabric.
  [[nodiscard]] bool in_fabric(LinkId id) const { return id.value >= server_links; }
  [[nodiscard]] std::size_t fabric_index(LinkId id) const { return id.value - server_links; }
  [[nodiscard]] int server_of_link(LinkId id) const {
    return static_cast<int>(id.value / graph.links.size());
  }
  [[nodiscard]] const ServerLink& server_link(LinkId id) const {
    return graph.links[id.value % graph.links.size()];
  }
  [[nodiscard]] int local(int accelerator) const { return accelerator % server.accelerators; }

  void append(int in_server, Route route, std::vector<Hop>& out) const {
    const std::size_t base = static_cast<std::size_t>(in_server) * graph.links.size();
    for (const LinkId link : route) out.push_back({LinkId(base + link.value), 1.0});
  }

  void check_accelerator(int a) const {
    if (a < 0 || a >= servers * server.accelerators) {
      throw internal(fmt::format("accelerator {} of a cluster of {}", a, servers * server.accelerators));
    }
  }

  // Where a flow leaves its server and where it enters the other.
  struct Exit {
    int accelerator, nic, destination_nic;
  };
  [[nodiscard]] Exit exit_of(int a, int b, int nic_hint) const;
  [[nodiscard]] int relay_to_rail(int a, int b, int rail) const;

  ServerDescription server;
  int servers;
  ServerGraph graph;
  ServerRoutes routes;
  Fabric fabric;
  std::size_t server_links;  // of all servers
};

// The accelerator with a NIC on the rail that `a` reaches over scale-up: the counterpart of `b` if possible.
int Cluster::Parts::relay_to_rail(int a, int b, int rail) const {
  if (routes.over_scale_up(local(a), local(b))) return local(b);
  for (int c = 0; c < server.accelerators; ++c) {
    if (routes.nearest_nic(c) == rail && routes.over_scale_up(local(a), c)) return c;
  }
  throw bad_input(fmt::format(
      "rail-only: accelerator {} (rail {}) cannot reach accelerator {} (rail {} of another server): no "
      "scale-up link leads to an accelerator on that rail; use rail-optimised",
      a, routes.nearest_nic(local(a)), b, rail));
}

Cluster::Parts::Exit Cluster::Parts::exit_of(int a, int b, int nic_hint) const {
  if (nic_hint >= server.nics)
    throw internal(fmt::format("NIC {} of a server with {}", nic_hint, server.nics));
  const int nearest = routes.nearest_nic(local(a));
  const int destination_nic = routes.nearest_nic(local(b));
  if (fabric.description().kind != FabricKind::rail_only) {
    return {local(a), nic_hint >= 0 ? nic_hint : nearest, destination_nic};
  }
  if (nic_hint >= 0) return {local(a), nic_hint, nic_hint};
  if (nearest == destination_nic) return {local(a), nearest, destination_nic};
  return {relay_to_rail(a, b, destination_nic), destination_nic, destination_nic};
}

Cluster::Cluster(const ServerDescription& server, int servers, const FabricDescription& fabric) {
  check(server, servers, fabric);
  parts_ = std::make_unique<const Parts>(server, servers, fabric);
  if (link_count() >= LinkId::none_value) {
    throw bad_input(fmt::format("{} servers have {} links, more than the {} that can be numbered", servers,
                                link_count(), LinkId::none_value));
  }
}
Cluster::~Cluster() = default;
Cluster::Cluster(Cluster&&) noexcept = default;
Cluster& Cluster::operator=(Cluster&&) noexcept = default;

const ServerDescription& Cluster::server() const {
  return parts_->server;
}
const FabricDescription& Cluster::fabric() const {
  return parts_->fabric.description();
}
const FabricShape& Cluster::fabric_shape() const {
  return parts_->fabric.shape();
}
int Cluster::servers() const {
  return parts_->servers;
}
int Cluster::accelerators() const {
  return parts_->servers * parts_->server.accelerators;
}
int Cluster::server_of(int accelerator) const {
  return accelerator / parts_->server.accelerators;
}
int Cluster::nearest_nic(int local_accelerator) const {
  return parts_->routes.nearest_nic(local_accelerator);
}

std::size_t Cluster::link_count() const {
  return parts_->server_links + parts_->fabric.link_count();
}

Link Cluster::link(LinkId id) const {
  return parts_->in_fabric(id) ? parts_->fabric.link(parts_->fabric_index(id)) : parts_->server_link(id).link;
}

LinkId Cluster::moved(LinkId id, int servers) const {
  const Parts& p = *parts_;
  if (p.in_fabric(id)) return LinkId(p.server_links + p.fabric.moved(p.fabric_index(id), servers));
  return LinkId(id.value + static_cast<std::size_t>(servers) * p.graph.links.size());
}

std::pair<Node, Node> Cluster::link_ends(LinkId id) const {
  if (parts_->in_fabric(id)) return parts_->fabric.ends(parts_->fabric_index(id));
  std::pair ends{parts_->server_link(id).from, parts_->server_link(id).to};
  ends.first.server = ends.second.server = parts_->server_of_link(id);
  return ends;
}

std::string Cluster::link_name(LinkId id) const {
  const auto [from, to] = link_ends(id);
  if (!parts_->in_fabric(id)) {
    const bool shared = parts_->server_link(id).link.kind == LinkKind::host_memory;
    return name(from) + (shared ? "<->" : "->") + local_name(to);
  }
  const int parallel = parts_->fabric.parallel_number(parts_->fabric_index(id));
  return name(from) + "->" + name(to) + (parallel == Node::none ? "" : fmt::format("#{}", parallel));
}

void Cluster::path(int a, int b, std::uint64_t flow, std::vector<Hop>& out, int nic_hint) const {
  const Parts& p = *parts_;
  p.check_accelerator(a);
  p.check_accelerator(b);
  const int from = server_of(a);
  const int to = server_of(b);
  if (from == to) return p.append(from, p.routes.between(p.local(a), p.local(b)), out);
  const Parts::Exit exit = p.exit_of(a, b, nic_hint);
  p.append(from, p.routes.between(p.local(a), exit.accelerator), out);
  p.append(from, p.routes.to_nic(exit.accelerator, exit.nic), out);
  p.fabric.route({from, exit.nic}, {to, exit.destination_nic}, {a, b, flow}, p.server_links, out);
  p.append(to, p.routes.from_nic(exit.destination_nic, p.local(b)), out);
}

double Cluster::path_latency_seconds(int a, int b) const {
  std::vector<Hop> hops;
  hops.reserve(usual_hops);
  path(a, b, 0, hops);
  double seconds = 0;
  for (const Hop& hop : hops) seconds += link(hop.link).latency_seconds;
  return seconds;
}

void Cluster::host_path(int accelerator, bool to_accelerator, std::vector<Hop>& out) const {
  parts_->check_accelerator(accelerator);
  const int local = parts_->local(accelerator);
  parts_->append(server_of(accelerator),
                 to_accelerator ? parts_->routes.from_host(local) : parts_->routes.to_host(local), out);
}

bool Cluster::same_scale_up_domain(int a, int b) const {
  parts_->check_accelerator(a);
  parts_->check_accelerator(b);
  if (server_of(a) != server_of(b)) return false;
  return a == b || parts_->routes.over_scale_up(parts_->local(a), parts_->local(b));
}

BillOfMaterials Cluster::bill_of_materials() const {
  return bill_of(server(), servers(), fabric(), fabric_shape());
}

}  // namespace headroom::topologies
