// SPDX-License-Identifier: Apache-2.0
// The cluster's part of the scenario language.
#include <array>

#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

constexpr double slowest_speed = 1e-3;  // slower ones have failed

constexpr auto table = std::to_array<Field>({
    required(named(Kind::server, "cluster.server", "Server of the catalogue")),
    named(Kind::accelerator, "cluster.accelerator", "Accelerator in it. Default: the server's own"),
    whole("cluster.servers", "1", 1, most, "Number of servers"),
    whole("cluster.accelerators_per_server", "", 1, most_per_server, "Default: as many as the server holds"),
    whole("cluster.sockets", "", 1, 16, "CPU sockets. Default: the server's"),
    whole("cluster.accelerators_per_pcie_switch", "", 0, most_per_server,
          "0: each at its socket. Default: the server's"),
    whole("cluster.pcie_generation", "", 3, 6, "Of x16 links. Default: the server's"),
    flag("cluster.peer_to_peer", "",
         "Accelerators reach each other over PCIe without host memory. Default: the server's"),
    choice("cluster.scale_up", "", "none|bridged-pairs|mesh|full-mesh|switched",
           "How accelerators reach each other without the host. Default: the server's"),
    quantity(Kind::bandwidth, "cluster.scale_up_speed", "", slowest_link, petabyte,
             "Per accelerator, one direction. Default: the server's, else the accelerator's"),
    whole("cluster.nics", "", 0, most_per_server, "Network interfaces per server. Default: the server's"),
    quantity(Kind::bandwidth, "cluster.nic_speed", "", slowest_link, petabyte,
             "Of one interface. Default: the server's, with a slower fabric.link that"),
    choice("cluster.nic_placement", "", "pix|node|sys",
           "pix: under the accelerators' PCIe switch; node: at their socket; sys: all at socket 0. Default: "
           "the server's"),
    flag("cluster.gpudirect", "",
         "Interfaces reach accelerator memory directly (RDMA). Default: the server's; false with tcp"),
    training(quantity(Kind::whole_list, "cluster.slow.accelerators", "", 0, most,
                      "Numbers from 0 of those that run slower than their kind")),
    training(number("cluster.slow.speed", "", slowest_speed, 1,
                    "Of their arithmetic and memory, over that of the others")),
    choice("cluster.fabric.kind", R"("none")",
           "none|single-switch|leaf-spine|fat-tree-2|fat-tree-3|rail-optimised|rail-only",
           "Required with several servers"),
    choice("cluster.fabric.transport", R"("infiniband")", "tcp|roce|infiniband|efa",
           "What runs on the links"),
    quantity(Kind::bandwidth, "cluster.fabric.link", "", slowest_link, petabyte,
             "Of every switch port. Default: nic_speed"),
    choice("cluster.fabric.routing", "", "hash|adaptive|deterministic",
           "hash: flows pinned by a hash (collisions happen). Default: adaptive with infiniband, else hash"),
    whole("cluster.fabric.ports", "", 2, 4096,
          "Of every switch. Default: the smallest of the catalogue of this speed with which the fabric holds "
          "the "
          "servers"),
    number("cluster.fabric.oversubscription", "1", 1, 1000, "Down- over up-bandwidth at the leaves"),
    quantity(Kind::seconds, "cluster.fabric.switch_latency", "", 0, 1,
             "Port to port. Default: that of the catalogue's switch of this speed"),
    quantity(Kind::seconds, "cluster.fabric.cable_latency", "", 0, 1, "Of one cable. Default: 10 m of fibre"),
});

}  // namespace

std::span<const Field> cluster_fields() {
  return table;
}

}  // namespace headroom::scenarios
