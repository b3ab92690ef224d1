// SPDX-License-Identifier: Apache-2.0
#include "topologies/link.hpp"

namespace headroom::topologies {

const char* to_string(LinkKind kind) {
  switch (kind) {
    case LinkKind::scale_up:
      return "scale-up";
    case LinkKind::pcie:
      return "PCIe";
    case LinkKind::socket:
      return "socket";
    case LinkKind::host_memory:
      return "host memory";
    case LinkKind::nic:
      return "NIC";
    case LinkKind::leaf_uplink:
      return "leaf uplink";
    case LinkKind::spine_uplink:
      return "spine uplink";
  }
  return "";
}

}  // namespace headroom::topologies
