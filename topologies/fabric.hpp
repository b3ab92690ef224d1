// SPDX-License-Identifier: Apache-2.0
// The links between servers. None is stored: an id is arithmetic over (switch, uplink, direction).
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "topologies/fabric_routing.hpp"
#include "topologies/fabric_shape.hpp"
#include "topologies/link.hpp"
#include "topologies/node.hpp"

namespace headroom::topologies {

struct NicPort {
  int server, nic;
};

class Fabric {
 public:
  Fabric(const FabricDescription& description, const FabricShape& shape, const ServerDescription& server);

  [[nodiscard]] const FabricDescription& description() const { return description_; }
  [[nodiscard]] const FabricShape& shape() const { return shape_; }

  // Links are numbered from 0: NIC ports, leaf uplinks, spine uplinks; up is even, down is odd.
  [[nodiscard]] std::size_t link_count() const { return spine_end_; }
  [[nodiscard]] Link link(std::size_t index) const;
  [[nodiscard]] std::pair<Node, Node> ends(std::size_t index) const;
  // Which of the parallel links between its ends; Node::none where there is one only.
  [[nodiscard]] int parallel_number(std::size_t index) const;

  // See Cluster::moved.
  [[nodiscard]] std::size_t moved(std::size_t index, int servers) const;

  // Appends the links from one NIC to the other; `first_link` is the id of link 0 in the cluster.
  void route(NicPort from, NicPort to, const Flow& flow, std::size_t first_link, std::vector<Hop>& out) const;

 private:
  // Uplink `lane` of leaf or spine `group`. With adaptive routing a leaf has one lane, a pod one group with
  // one lane.
  struct Location {
    LinkKind kind;
    int group, lane;
    bool up;
  };
  [[nodiscard]] Location locate(std::size_t index) const;
  [[nodiscard]] std::size_t nic_link(NicPort port, bool up) const;
  [[nodiscard]] std::size_t leaf_link(int leaf, int lane, bool up) const;
  [[nodiscard]] std::size_t spine_link(int pod, const Lanes& lanes, int lane, bool up) const;
  [[nodiscard]] int leaf_of(NicPort port) const;
  [[nodiscard]] Node leaf_node(int leaf) const;
  [[nodiscard]] std::pair<Node, Node> lower_and_upper(const Location& at) const;
  [[nodiscard]] bool bundled() const { return description_.routing == Routing::adaptive; }

  FabricDescription description_;
  FabricShape shape_;
  int nics_per_server_;
  double nic_bytes_per_second_;
  int leaf_lanes_ = 0, spine_lanes_ = 0;
  std::size_t nic_end_ = 0, leaf_end_ = 0, spine_end_ = 0;
};

}  // namespace headroom::topologies
