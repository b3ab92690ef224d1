// SPDX-License-Identifier: Apache-2.0
// Where the parts of a server are plugged in.
#pragma once
#include "topologies/description.hpp"

namespace headroom::topologies {

struct Place {
  static constexpr int none = -1;
  int pcie_switch;  // none: directly at the socket
  int socket;
};

[[nodiscard]] int pcie_switches(const ServerDescription& server);
[[nodiscard]] int socket_of_pcie_switch(const ServerDescription& server, int pcie_switch);
[[nodiscard]] Place place_of_accelerator(const ServerDescription& server, int accelerator);
[[nodiscard]] Place place_of_nic(const ServerDescription& server, int nic);

}  // namespace headroom::topologies
