// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/index.hpp"
#include "topologies/bill_of_materials.hpp"
#include "topologies/description.hpp"

namespace headroom::topologies {

// One direction of a physical link.
using LinkId = Index<struct LinkTag>;

enum class LinkKind {
  scale_up,     // NVLink / xGMI, accelerator port or direct link
  pcie,         // accelerator, NIC or switch uplink
  socket,       // between sockets
  host_memory,  // staging through host memory of one socket
  nic,          // NIC port to (and from) its first switch
  leaf_uplink,  // leaf to spine, either way
  spine_uplink, // spine (aggregation) to core, either way
};
[[nodiscard]] const char* to_string(LinkKind kind);

struct Link {
  LinkKind kind;
  double bytes_per_second;
  double latency_seconds;
};

// A share of a flow on one link: with adaptive routing a flow is spread evenly over several parallel links.
struct Hop {
  LinkId link;
  double fraction;  // of the flow's bytes, in (0, 1]
};

// Identical servers joined by one fabric. Links are never stored one by one: an id is arithmetic over (server, link of
// the server) or (switch, port), so that 16,384 accelerators cost no more memory than 8.
//
// Accelerators are numbered server by server: accelerator a is local accelerator a % per_server of server
// a / per_server.
class Cluster {
 public:
  // Throws Error(bad_input) when ports do not add up, when the fabric cannot hold the servers, or when servers > 1
  // have no NIC or no fabric; the text says the numbers and the nearest design that works.
  Cluster(const ServerDescription& server, int servers, const FabricDescription& fabric);
  ~Cluster();
  Cluster(Cluster&&) noexcept;
  Cluster& operator=(Cluster&&) noexcept;

  [[nodiscard]] const ServerDescription& server() const;
  [[nodiscard]] const FabricDescription& fabric() const;
  [[nodiscard]] int servers() const;
  [[nodiscard]] int accelerators() const;
  [[nodiscard]] int server_of(int accelerator) const;

  [[nodiscard]] std::size_t link_count() const;
  [[nodiscard]] Link link(LinkId id) const;
  // Stable and unique, for example "server3/gpu5->nvswitch" or "leaf2->spine0"; see describe() for the naming.
  [[nodiscard]] std::string link_name(LinkId id) const;

  // Appends the links from one accelerator to another, in order. Inside a server: scale-up where it connects the two,
  // else PCIe (through host memory where peer-to-peer is off). Between servers: accelerator, its NIC, fabric, NIC,
  // accelerator; staged through host memory without GPUDirect. `nic_hint` >= 0 picks another NIC than the nearest (for
  // example the rail of the destination); `flow` enters the ECMP hash. a == b appends nothing.
  void path(int a, int b, std::uint64_t flow, std::vector<Hop>& out, int nic_hint = -1) const;
  // Sum of the latencies on that path.
  [[nodiscard]] double path_latency_seconds(int a, int b) const;
  // The NIC (index within the server) nearest to a local accelerator; ties go round robin.
  [[nodiscard]] int nearest_nic(int local_accelerator) const;
  // Between host memory (of the accelerator's socket) and the accelerator: input data, offload.
  void host_path(int accelerator, bool to_accelerator, std::vector<Hop>& out) const;

  // Whether two accelerators of one server reach each other over scale-up links.
  [[nodiscard]] bool same_scale_up_domain(int a, int b) const;

  [[nodiscard]] BillOfMaterials bill_of_materials() const;

 private:
  struct Parts;
  Parts* parts_;
};

}  // namespace headroom::topologies
