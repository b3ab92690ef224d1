// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <string>

namespace headroom::topologies {

// What a link can end on.
enum class NodeKind {
  accelerator,
  pcie_switch,
  socket,
  host_memory,
  nic,
  scale_up_switch,
  leaf,
  spine,
  core,
  single_switch,  // the only switch of a fabric
  spine_bundle,   // all spines of a pod, to which adaptive routing spreads evenly
  core_bundle,    // all cores, likewise
};

struct Node {
  static constexpr int none = -1;
  NodeKind kind;
  int index = 0;      // among its kind, within its server or its fabric; none: there is only one of the kind
  int server = none;  // none: part of the fabric
  auto operator<=>(const Node&) const = default;
};

[[nodiscard]] const char* to_string(NodeKind kind);
// Within the server, for example "gpu5", or within the fabric, for example "leaf2".
[[nodiscard]] std::string local_name(const Node& node);
// In the whole cluster, for example "server3/gpu5".
[[nodiscard]] std::string name(const Node& node);

}  // namespace headroom::topologies
