// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "topologies/bill_of_materials.hpp"
#include "topologies/description.hpp"
#include "topologies/link.hpp"
#include "topologies/node.hpp"

namespace headroom::topologies {

struct FabricShape;  // fabric_shape.hpp

// Identical servers joined by one fabric. Links are never stored one by one: an id is arithmetic over
// (server, link of the server) or (switch, port), so that 16,384 accelerators cost no more memory than 8.
//
// Accelerators are numbered server by server: accelerator a is local accelerator a % per_server of server
// a / per_server.
class Cluster {
 public:
  // Throws Error(bad_input) when ports do not add up, when the fabric cannot hold the servers, or when
  // servers > 1 have no NIC or no fabric; the text says the numbers and the nearest design that works.
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
  // Host memory, which both directions share, reports its socket first.
  [[nodiscard]] std::pair<Node, Node> link_ends(LinkId id) const;
  // Stable and unique: "from->to" as node.hpp names them, for example "server3/gpu5->nvswitch" or
  // "leaf2->spine0", with "#1" behind where several cables join the two; "server0/cpu0<->mem0".
  [[nodiscard]] std::string link_name(LinkId id) const;

  // The link that lies among servers `servers` further on as `link` does here. A link of a leaf or pod moves
  // as the first server below it does.
  [[nodiscard]] LinkId moved(LinkId link, int servers) const;

  // Appends the links from one accelerator to another, in order; a == b appends nothing. A link that is
  // crossed twice (host memory: written, then read) stands there twice. Inside a server: scale-up where it
  // connects the two directly, else PCIe (through host memory where peer-to-peer is off). Between servers:
  // accelerator, its nearest NIC, fabric, the destination's nearest NIC, accelerator; staged through host
  // memory of the accelerator's socket without GPUDirect. On a rail-only fabric the data first goes over
  // scale-up to the accelerator whose NIC is on the destination's rail (NCCL's PXN); throws Error(bad_input)
  // where no such accelerator can be reached. `nic_hint` >= 0 picks another sending NIC (rail-only: sending
  // and receiving NIC). `flow` enters the ECMP hash.
  void path(int a, int b, std::uint64_t flow, std::vector<Hop>& out, int nic_hint = -1) const;
  // Sum of the latencies on that path.
  [[nodiscard]] double path_latency_seconds(int a, int b) const;
  // The NIC (index within the server) nearest to a local accelerator; ties go round robin. -1 without NICs.
  [[nodiscard]] int nearest_nic(int local_accelerator) const;
  // Between host memory (of the accelerator's socket) and the accelerator: input data, offload.
  void host_path(int accelerator, bool to_accelerator, std::vector<Hop>& out) const;

  // Whether two accelerators are one, or of one server and joined by a scale-up link or switch: then path()
  // takes it. In a mesh only direct neighbours are.
  [[nodiscard]] bool same_scale_up_domain(int a, int b) const;

  [[nodiscard]] const FabricShape& fabric_shape() const;
  [[nodiscard]] BillOfMaterials bill_of_materials() const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace headroom::topologies
