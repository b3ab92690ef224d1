// SPDX-License-Identifier: Apache-2.0
// What a server and a fabric are made of, in plain numbers (SI units, bandwidths in bytes/s and one
// direction). models/catalogue fills these from its facts; nothing here knows a product name.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace headroom::topologies {

// How the accelerators of one server (or rack) reach each other without the host.
enum class ScaleUp {
  none,           // over PCIe only
  bridged_pairs,  // NVLink bridges between accelerators 2i and 2i+1; other pairs over PCIe
  mesh,           // direct links between pairs as `mesh_links` lists them; unconnected pairs over PCIe
  full_mesh,      // each accelerator has one link to each other, bandwidth divided evenly
  switched,       // every accelerator has one port of `scale_up_bytes_per_second` into a non-blocking switch
};

struct MeshLink {
  int a, b;
  double bytes_per_second;
};

// Where NICs sit relative to the accelerators (the words of `nvidia-smi topo -m`).
enum class NicPlacement {
  pix,   // under the same PCIe switch as the accelerators they serve; without PCIe switches as `node`
  node,  // at the CPU socket (host bridge)
  sys,   // all at socket 0
};

struct ServerDescription {
  std::string name;
  int accelerators = 8;
  int sockets = 2;
  int accelerators_per_pcie_switch = 0;  // 0: each accelerator hangs at its socket directly
  double pcie_bytes_per_second = 0;      // of one x16 link (accelerator, PCIe switch uplink, NIC slot)
  double pcie_latency_seconds = 0;       // one hop
  double socket_bytes_per_second = 0;    // between the sockets (QPI, UPI, xGMI); unused with one socket
  double socket_latency_seconds = 0;
  double host_memory_bytes_per_second = 0;  // per socket: what staging through the host shares
  double host_memory_bytes = 0;             // of the server; 0: not known
  bool pcie_peer_to_peer =
      true;  // false (consumer cards): accelerator to accelerator goes through host memory

  ScaleUp scale_up = ScaleUp::none;
  double scale_up_bytes_per_second = 0;  // per accelerator, all its links together
  double scale_up_latency_seconds = 0;   // accelerator to accelerator
  std::vector<MeshLink> mesh_links;
  int scale_up_links = 0;  // links per accelerator, as `nvidia-smi topo -m` counts them (NV#); 0: not known

  int nics = 0;
  double nic_bytes_per_second = 0;  // per NIC
  NicPlacement nic_placement = NicPlacement::pix;
  bool gpudirect = true;  // false: NIC traffic is staged through host memory
};

enum class FabricKind { none, single_switch, leaf_spine, fat_tree_2, fat_tree_3, rail_optimised, rail_only };
enum class Transport { tcp, roce, infiniband, efa };
// hash: each flow is pinned to one uplink by a hash of its ends and `hash_seed` (collisions happen).
// adaptive: packets of a flow are spread evenly over all uplinks. deterministic: uplink = destination modulo
// uplinks (D-mod-k).
enum class Routing { hash, adaptive, deterministic };

struct FabricDescription {
  FabricKind kind = FabricKind::none;
  Transport transport = Transport::infiniband;
  Routing routing = Routing::adaptive;
  std::uint64_t hash_seed = 0;
  double link_bytes_per_second = 0;   // every switch port, and the NIC ports cabled to it
  int switch_ports = 0;               // radix of every switch
  double oversubscription = 1;        // down-bandwidth / up-bandwidth at the leaves, >= 1
  double switch_latency_seconds = 0;  // one switch, port to port
  double cable_latency_seconds = 0;   // one cable
  int spines = 0;  // two tiers only: how many spines are bought; 0: as few as the leaves' uplinks need
};

[[nodiscard]] const char* to_string(ScaleUp scale_up);
[[nodiscard]] const char* to_string(NicPlacement placement);
[[nodiscard]] const char* to_string(FabricKind kind);
[[nodiscard]] const char* to_string(Transport transport);
[[nodiscard]] const char* to_string(Routing routing);

}  // namespace headroom::topologies
