// SPDX-License-Identifier: Apache-2.0
#include "topologies/description.hpp"

namespace headroom::topologies {

const char* to_string(ScaleUp scale_up) {
  switch (scale_up) {
    case ScaleUp::none:
      return "none";
    case ScaleUp::bridged_pairs:
      return "bridged_pairs";
    case ScaleUp::mesh:
      return "mesh";
    case ScaleUp::full_mesh:
      return "full_mesh";
    case ScaleUp::switched:
      return "switched";
  }
  return "";
}

const char* to_string(NicPlacement placement) {
  switch (placement) {
    case NicPlacement::pix:
      return "pix";
    case NicPlacement::node:
      return "node";
    case NicPlacement::sys:
      return "sys";
  }
  return "";
}

const char* to_string(FabricKind kind) {
  switch (kind) {
    case FabricKind::none:
      return "none";
    case FabricKind::single_switch:
      return "single-switch";
    case FabricKind::leaf_spine:
      return "leaf-spine";
    case FabricKind::fat_tree_2:
      return "fat-tree-2";
    case FabricKind::fat_tree_3:
      return "fat-tree-3";
    case FabricKind::rail_optimised:
      return "rail-optimised";
    case FabricKind::rail_only:
      return "rail-only";
  }
  return "";
}

const char* to_string(Transport transport) {
  switch (transport) {
    case Transport::tcp:
      return "tcp";
    case Transport::roce:
      return "roce";
    case Transport::infiniband:
      return "infiniband";
    case Transport::efa:
      return "efa";
  }
  return "";
}

const char* to_string(Routing routing) {
  switch (routing) {
    case Routing::hash:
      return "hash";
    case Routing::adaptive:
      return "adaptive";
    case Routing::deterministic:
      return "deterministic";
  }
  return "";
}

}  // namespace headroom::topologies
