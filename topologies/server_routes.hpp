// SPDX-License-Identifier: Apache-2.0
// All routes inside one server, found once; every server of a cluster is the same.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "topologies/server_graph.hpp"

namespace headroom::topologies {

using Route = std::span<const LinkId>;  // links of server 0, in order

// Routes one after the other in one block of memory.
class RouteTable {
 public:
  void add(std::span<const LinkId> route);
  [[nodiscard]] Route operator[](std::size_t i) const {
    return {links_.data() + starts_[i], links_.data() + starts_[i + 1]};
  }

 private:
  std::vector<std::uint32_t> starts_{0};
  std::vector<LinkId> links_;
};

class ServerRoutes {
 public:
  ServerRoutes(const ServerDescription& server, const ServerGraph& graph);

  // Over scale-up where it connects the two, else over PCIe (through host memory where peer-to-peer is off).
  [[nodiscard]] Route between(int a, int b) const { return between_[pair(a, b)]; }
  [[nodiscard]] bool over_scale_up(int a, int b) const { return over_scale_up_[pair(a, b)]; }
  // Through host memory of the accelerator's socket without GPUDirect.
  [[nodiscard]] Route to_nic(int accelerator, int nic) const { return to_nic_[at_nic(accelerator, nic)]; }
  [[nodiscard]] Route from_nic(int nic, int accelerator) const { return from_nic_[at_nic(accelerator, nic)]; }
  [[nodiscard]] Route to_host(int accelerator) const {
    return to_host_[static_cast<std::size_t>(accelerator)];
  }
  [[nodiscard]] Route from_host(int accelerator) const {
    return from_host_[static_cast<std::size_t>(accelerator)];
  }
  [[nodiscard]] int nearest_nic(int accelerator) const {
    return nearest_nic_[static_cast<std::size_t>(accelerator)];
  }

 private:
  [[nodiscard]] std::size_t pair(int a, int b) const {
    return row(a, accelerators_) + static_cast<std::size_t>(b);
  }
  [[nodiscard]] std::size_t at_nic(int a, int nic) const {
    return row(a, nics_) + static_cast<std::size_t>(nic);
  }
  [[nodiscard]] static std::size_t row(int i, int length) {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(length);
  }

  int accelerators_, nics_;
  RouteTable between_, to_nic_, from_nic_, to_host_, from_host_;
  std::vector<bool> over_scale_up_;
  std::vector<int> nearest_nic_;
};

}  // namespace headroom::topologies
