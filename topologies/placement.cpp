// SPDX-License-Identifier: Apache-2.0
#include "topologies/placement.hpp"

namespace headroom::topologies {
namespace {

// Item i of n when n items are dealt in blocks over `parts`, as evenly as can be.
int block_of(int i, int n, int parts) {
  return i * parts / n;
}

}  // namespace

int pcie_switches(const ServerDescription& server) {
  const int each = server.accelerators_per_pcie_switch;
  return each == 0 ? 0 : (server.accelerators + each - 1) / each;
}

int socket_of_pcie_switch(const ServerDescription& server, int pcie_switch) {
  return block_of(pcie_switch, pcie_switches(server), server.sockets);
}

Place place_of_accelerator(const ServerDescription& server, int accelerator) {
  if (server.accelerators_per_pcie_switch == 0) {
    return {Place::none, block_of(accelerator, server.accelerators, server.sockets)};
  }
  const int pcie_switch = accelerator / server.accelerators_per_pcie_switch;
  return {pcie_switch, socket_of_pcie_switch(server, pcie_switch)};
}

Place place_of_nic(const ServerDescription& server, int nic) {
  if (server.nic_placement == NicPlacement::sys) return {Place::none, 0};
  const int switches = pcie_switches(server);
  if (server.nic_placement == NicPlacement::node || switches == 0) {
    return {Place::none, block_of(nic, server.nics, server.sockets)};
  }
  const int pcie_switch = block_of(nic, server.nics, switches);
  return {pcie_switch, socket_of_pcie_switch(server, pcie_switch)};
}

}  // namespace headroom::topologies
