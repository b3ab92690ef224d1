// SPDX-License-Identifier: Apache-2.0
#include "topologies/fabric.hpp"

#include <algorithm>

namespace headroom::topologies {
namespace {

constexpr std::size_t directions = 2;

// Of item `lane` of a group when all groups have `lanes` items.
std::size_t place(int group, int lanes, int lane) {
  return static_cast<std::size_t>(group) * static_cast<std::size_t>(lanes) + static_cast<std::size_t>(lane);
}

std::size_t directed(std::size_t cable, bool up) {
  return directions * cable + (up ? 0 : 1);
}

}  // namespace

Fabric::Fabric(const FabricDescription& description, const FabricShape& shape,
               const ServerDescription& server)
    : description_(description),
      shape_(shape),
      nics_per_server_(server.nics),
      // A port runs at the slower of its two ends.
      nic_bytes_per_second_(std::min(server.nic_bytes_per_second, description.link_bytes_per_second)) {
  leaf_lanes_ = bundled() ? std::min(shape.leaf_up, 1) : shape.leaf_up;
  spine_lanes_ = bundled() ? std::min(shape.spine_up, 1) : shape.spine_up;
  const int spine_groups = bundled() ? shape.pods : shape.spines();
  const int cabled_nics = description.kind == FabricKind::none ? 0 : shape.nics;
  nic_end_ = directions * static_cast<std::size_t>(cabled_nics);
  leaf_end_ =
      nic_end_ + directions * static_cast<std::size_t>(shape.leaves) * static_cast<std::size_t>(leaf_lanes_);
  spine_end_ = leaf_end_ +
               directions * static_cast<std::size_t>(spine_groups) * static_cast<std::size_t>(spine_lanes_);
}

Fabric::Location Fabric::locate(std::size_t index) const {
  const auto at = [](LinkKind kind, std::size_t offset, int lanes) {
    const auto cable = static_cast<int>(offset / directions);
    return Location{kind, cable / lanes, cable % lanes, offset % directions == 0};
  };
  if (index < nic_end_) return at(LinkKind::nic, index, nics_per_server_);
  if (index < leaf_end_) return at(LinkKind::leaf_uplink, index - nic_end_, leaf_lanes_);
  return at(LinkKind::spine_uplink, index - leaf_end_, spine_lanes_);
}

// A switch's latency is part of the link that enters it, so that a path counts each switch once.
Link Fabric::link(std::size_t index) const {
  const Location at = locate(index);
  const double cable = description_.cable_latency_seconds;
  const double into_switch = cable + description_.switch_latency_seconds;
  const double each = description_.link_bytes_per_second;
  switch (at.kind) {
    case LinkKind::nic:
      return {at.kind, nic_bytes_per_second_, at.up ? into_switch : cable};
    case LinkKind::leaf_uplink:
      return {at.kind, bundled() ? each * shape_.leaf_up : each, into_switch};
    default:
      return {at.kind, bundled() ? each * shape_.spine_up * shape_.spines_per_pod : each, into_switch};
  }
}

std::size_t Fabric::moved(std::size_t index, int servers) const {
  const Location at = locate(index);
  const auto by = [&](int groups, int lanes) {
    return index + directions * static_cast<std::size_t>(groups) * static_cast<std::size_t>(lanes);
  };
  if (at.kind == LinkKind::nic) return by(servers, nics_per_server_);
  const int leaves_per_unit = shape_.rails > 0 ? shape_.rails : 1;
  const int servers_per_unit = shape_.rails > 0 ? shape_.leaf_down : shape_.leaf_down / nics_per_server_;
  const int units = servers / servers_per_unit;
  if (at.kind == LinkKind::leaf_uplink) return by(units * leaves_per_unit, leaf_lanes_);
  const int pods = units * leaves_per_unit / shape_.leaves_per_pod;
  return by(bundled() ? pods : pods * shape_.spines_per_pod, spine_lanes_);
}

Node Fabric::leaf_node(int leaf) const {
  return {shape_.kind == FabricKind::single_switch ? NodeKind::single_switch : NodeKind::leaf, leaf};
}

std::pair<Node, Node> Fabric::lower_and_upper(const Location& at) const {
  if (at.kind == LinkKind::nic) {
    const NicPort port{at.group, at.lane};
    return {Node{NodeKind::nic, port.nic, port.server}, leaf_node(leaf_of(port))};
  }
  const auto bundle = [this](int pod) {
    return Node{NodeKind::spine_bundle, shape_.pods == 1 ? Node::none : pod};
  };
  if (at.kind == LinkKind::leaf_uplink) {
    const int pod = at.group / shape_.leaves_per_pod;
    if (bundled()) return {leaf_node(at.group), bundle(pod)};
    const int spine = pod * shape_.spines_per_pod + at.lane / shape_.cables_to_each_spine();
    return {leaf_node(at.group), Node{NodeKind::spine, spine}};
  }
  if (bundled()) return {bundle(at.group), Node{NodeKind::core_bundle, Node::none}};
  const int core_group = at.group % shape_.spines_per_pod;
  const int core = core_group * shape_.cores_per_group + at.lane / shape_.cables_to_each_core();
  return {Node{NodeKind::spine, at.group}, Node{NodeKind::core, core}};
}

std::pair<Node, Node> Fabric::ends(std::size_t index) const {
  const Location at = locate(index);
  auto [lower, upper] = lower_and_upper(at);
  return at.up ? std::pair{lower, upper} : std::pair{upper, lower};
}

int Fabric::parallel_number(std::size_t index) const {
  const Location at = locate(index);
  if (at.kind == LinkKind::nic || bundled()) return Node::none;
  const int cables =
      at.kind == LinkKind::leaf_uplink ? shape_.cables_to_each_spine() : shape_.cables_to_each_core();
  return cables == 1 ? Node::none : at.lane % cables;
}

int Fabric::leaf_of(NicPort port) const {
  return shape_.port_of(port.server, port.nic, nics_per_server_) / shape_.leaf_down;
}

std::size_t Fabric::nic_link(NicPort port, bool up) const {
  return directed(place(port.server, nics_per_server_, port.nic), up);
}

std::size_t Fabric::leaf_link(int leaf, int lane, bool up) const {
  return nic_end_ + directed(place(leaf, leaf_lanes_, lane), up);
}

std::size_t Fabric::spine_link(int pod, const Lanes& lanes, int lane, bool up) const {
  const int group =
      bundled() ? pod : pod * shape_.spines_per_pod + lanes.leaf_up / shape_.cables_to_each_spine();
  return leaf_end_ + directed(place(group, spine_lanes_, lane), up);
}

void Fabric::route(NicPort from, NicPort to, const Flow& flow, std::size_t first_link,
                   std::vector<Hop>& out) const {
  const auto cross = [&](std::size_t index) { out.push_back({LinkId(first_link + index), 1.0}); };
  const int source = leaf_of(from);
  const int destination = leaf_of(to);
  cross(nic_link(from, true));
  if (source != destination) {
    const Lanes lanes =
        choose_lanes(shape_, description_, flow, shape_.port_of(to.server, to.nic, nics_per_server_));
    const int source_pod = source / shape_.leaves_per_pod;
    const int destination_pod = destination / shape_.leaves_per_pod;
    cross(leaf_link(source, lanes.leaf_up, true));
    if (source_pod != destination_pod) {
      cross(spine_link(source_pod, lanes, lanes.spine_up, true));
      cross(spine_link(destination_pod, lanes, lanes.spine_down, false));
    }
    cross(leaf_link(destination, lanes.leaf_down, false));
  }
  cross(nic_link(to, false));
}

}  // namespace headroom::topologies
