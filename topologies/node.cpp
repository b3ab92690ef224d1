// SPDX-License-Identifier: Apache-2.0
#include "topologies/node.hpp"

#include <fmt/format.h>

namespace headroom::topologies {

const char* to_string(NodeKind kind) {
  switch (kind) {
    case NodeKind::accelerator:
      return "accelerator";
    case NodeKind::pcie_switch:
      return "PCIe switch";
    case NodeKind::socket:
      return "socket";
    case NodeKind::host_memory:
      return "host memory";
    case NodeKind::nic:
      return "NIC";
    case NodeKind::scale_up_switch:
      return "scale-up switch";
    case NodeKind::leaf:
      return "leaf switch";
    case NodeKind::spine:
      return "spine switch";
    case NodeKind::core:
      return "core switch";
    case NodeKind::single_switch:
      return "switch";
    case NodeKind::spine_bundle:
      return "spine switches";
    case NodeKind::core_bundle:
      return "core switches";
  }
  return "";
}

std::string local_name(const Node& node) {
  switch (node.kind) {
    case NodeKind::accelerator:
      return fmt::format("gpu{}", node.index);
    case NodeKind::pcie_switch:
      return fmt::format("pcie{}", node.index);
    case NodeKind::socket:
      return fmt::format("cpu{}", node.index);
    case NodeKind::host_memory:
      return fmt::format("mem{}", node.index);
    case NodeKind::nic:
      return fmt::format("nic{}", node.index);
    case NodeKind::scale_up_switch:
      return "nvswitch";
    case NodeKind::leaf:
      return fmt::format("leaf{}", node.index);
    case NodeKind::spine:
      return fmt::format("spine{}", node.index);
    case NodeKind::core:
      return fmt::format("core{}", node.index);
    case NodeKind::single_switch:
      return "switch";
    case NodeKind::spine_bundle:
      return node.index == Node::none ? "spines" : fmt::format("pod{}/spines", node.index);
    case NodeKind::core_bundle:
      return "cores";
  }
  return "";
}

std::string name(const Node& node) {
  if (node.server == Node::none) return local_name(node);
  return fmt::format("server{}/{}", node.server, local_name(node));
}

}  // namespace headroom::topologies
