// SPDX-License-Identifier: Apache-2.0
#include "topologies/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/error.hpp"
#include "topologies/fabric_shape.hpp"
#include "topologies/placement.hpp"
#include "topologies/quantities.hpp"

namespace headroom::topologies {
namespace {

const char* on_off(bool on) {
  return on ? "on" : "off";
}

std::string plural(long count, const std::string& one, const std::string& more = "") {
  return fmt::format("{} {}", count, count == 1 ? one : more.empty() ? one + "s" : more);
}

std::string scale_up_text(const ServerDescription& s) {
  const std::string each = bandwidth(s.scale_up_bytes_per_second);
  const std::string latency = microseconds(s.scale_up_latency_seconds);
  switch (s.scale_up) {
    case ScaleUp::none:
      return "none: accelerators reach each other over PCIe";
    case ScaleUp::bridged_pairs:
      return fmt::format("bridges between accelerators 2i and 2i+1, {}, {}", each, latency);
    case ScaleUp::mesh:
      return fmt::format("mesh of {} direct links, {}", s.mesh_links.size(), latency);
    case ScaleUp::full_mesh:
      return fmt::format("full mesh, {} per accelerator over its {} links, {}", each, s.accelerators - 1,
                         latency);
    case ScaleUp::switched:
      return fmt::format("non-blocking switch, {} per accelerator, {}", each, latency);
  }
  return "";
}

std::string pcie_text(const ServerDescription& s) {
  std::string text =
      fmt::format("{} per x16 link, {} a hop, peer-to-peer {}", bandwidth(s.pcie_bytes_per_second),
                  microseconds(s.pcie_latency_seconds), on_off(s.pcie_peer_to_peer));
  if (s.accelerators_per_pcie_switch > 0) {
    text += fmt::format("; up to {} share the uplink of a PCIe switch",
                        plural(s.accelerators_per_pcie_switch, "accelerator"));
  }
  return text;
}

std::string server_text(const Cluster& cluster) {
  const ServerDescription& s = cluster.server();
  std::string text =
      fmt::format("Server {}: {}, {}, {}, {}\n", s.name, plural(s.accelerators, "accelerator"),
                  plural(s.sockets, "socket"), plural(pcie_switches(s), "PCIe switch", "PCIe switches"),
                  plural(s.nics, "NIC"));
  text += "  scale-up     " + scale_up_text(s) + "\n";
  text += "  PCIe         " + pcie_text(s) + "\n";
  if (s.sockets > 1) {
    text += fmt::format("  sockets      {} between two, {}\n", bandwidth(s.socket_bytes_per_second),
                        microseconds(s.socket_latency_seconds));
  }
  text += fmt::format("  host memory  {} per socket, shared by reads and writes\n",
                      bandwidth(s.host_memory_bytes_per_second));
  if (s.nics > 0) {
    text += fmt::format("  NICs         {} each, placed {}, GPUDirect {}\n",
                        bandwidth(s.nic_bytes_per_second), to_string(s.nic_placement), on_off(s.gpudirect));
  }
  text += "\n" + topology_matrix(cluster);
  return text +
         "NV#: # scale-up links (no number: not known) | PIX: one PCIe switch | NODE: one socket | SYS: "
         "across "
         "sockets\n";
}

std::string fabric_text(const Cluster& cluster) {
  const FabricShape& shape = cluster.fabric_shape();
  if (shape.tiers() == 0) return "Fabric: none\n";
  const FabricDescription& f = cluster.fabric();
  std::string text =
      fmt::format("Fabric {}: {}, {} routing, {} links, switch {}, cable {}\n", to_string(f.kind),
                  to_string(f.transport), to_string(f.routing), bandwidth(f.link_bytes_per_second),
                  microseconds(f.switch_latency_seconds), microseconds(f.cable_latency_seconds));
  text += fmt::format("  {} of {}-port switches: {}", plural(shape.tiers(), "tier"), shape.switch_ports,
                      plural(shape.leaves, "leaf", "leaves"));
  if (shape.spines() > 0) text += ", " + plural(shape.spines(), "spine");
  if (shape.cores() > 0) text += ", " + plural(shape.cores(), "core") + " over " + plural(shape.pods, "pod");
  text += "\n";
  if (shape.rails > 0)
    text += fmt::format("  {}: NIC i of every server is plugged in at rail i\n", plural(shape.rails, "rail"));
  if (shape.leaf_up > 0) {
    text += fmt::format("  each leaf: {} ports down, {} up, oversubscription {:.4g}:1\n", shape.leaf_down,
                        shape.leaf_up, static_cast<double>(shape.leaf_down) / shape.leaf_up);
  }
  return text + fmt::format("  bisection bandwidth {} each way\n",
                            bandwidth(cluster.bill_of_materials().bisection_bytes_per_second));
}

// "server0/gpu0 > nic0 > leaf0 > server1/nic0 > gpu0"
std::string stations(const Cluster& cluster, const std::vector<Hop>& hops) {
  Node at = cluster.link_ends(hops.front().link).first;
  std::string text = name(at);
  for (const Hop& hop : hops) {
    const auto [from, to] = cluster.link_ends(hop.link);
    const Node next = from == at ? to : from;  // host memory is one link for both directions
    text += " > " + (next.server == at.server ? local_name(next) : name(next));
    at = next;
  }
  return text;
}

// What one flow can use of a link: half where it crosses the link twice (host memory).
double usable(const Cluster& cluster, const std::vector<Hop>& hops, LinkId link) {
  const auto crossings =
      std::count_if(hops.begin(), hops.end(), [&](const Hop& hop) { return hop.link == link; });
  return cluster.link(link).bytes_per_second / static_cast<double>(crossings);
}

std::string path_text(const Cluster& cluster, int a, int b) {
  std::vector<Hop> hops;
  try {
    cluster.path(a, b, 0, hops);
  } catch (const Error& unreachable) {
    return fmt::format("  {} to {}: {}\n", a, b, unreachable.what());
  }
  const auto narrower = [&](const Hop& x, const Hop& y) {
    return usable(cluster, hops, x.link) < usable(cluster, hops, y.link);
  };
  const LinkId narrowest = std::min_element(hops.begin(), hops.end(), narrower)->link;
  return fmt::format("  {} to {}: {}, {} at most ({})\n    {}\n", a, b,
                     microseconds(cluster.path_latency_seconds(a, b)),
                     bandwidth(usable(cluster, hops, narrowest)), to_string(cluster.link(narrowest).kind),
                     stations(cluster, hops));
}

}  // namespace

std::string describe(const Cluster& cluster) {
  const int per_server = cluster.server().accelerators;
  std::string text = fmt::format("Cluster: {} x {} = {}. Bandwidths are one direction.\n\n",
                                 plural(cluster.servers(), "server"), plural(per_server, "accelerator"),
                                 plural(cluster.accelerators(), "accelerator"));
  text += server_text(cluster) + "\n" + fabric_text(cluster);
  // A neighbour, the far end of the server, its counterpart next door, and the far end of the cluster.
  std::set<int> partners;
  for (const int b : {1, per_server - 1, per_server, cluster.accelerators() - 1}) {
    if (b > 0 && b < cluster.accelerators()) partners.insert(b);
  }
  if (!partners.empty()) text += "\nPaths between accelerators\n";
  for (const int b : partners) text += path_text(cluster, 0, b);
  return text;
}

}  // namespace headroom::topologies
