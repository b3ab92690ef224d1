// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "sim/index.hpp"

namespace headroom::topologies {

// One direction of a physical link (host memory: both directions, they share its bandwidth). With adaptive
// routing also all parallel uplinks of one switch in one direction: packets use them evenly, so they are one
// link of their summed bandwidth.
using LinkId = Index<struct LinkTag>;

enum class LinkKind {
  scale_up,      // NVLink / xGMI, accelerator port or direct link
  pcie,          // accelerator, NIC or switch uplink
  socket,        // between sockets
  host_memory,   // staging through host memory of one socket
  nic,           // NIC port to (and from) its first switch
  leaf_uplink,   // leaf to spine, either way
  spine_uplink,  // spine (aggregation) to core, either way
};
[[nodiscard]] const char* to_string(LinkKind kind);

struct Link {
  LinkKind kind;
  double bytes_per_second;
  double latency_seconds;
};

// A share of a flow on one link. A path of today's fabrics carries its flow whole (fraction 1): adaptive
// routing spreads it within the one link that stands for all parallel uplinks.
struct Hop {
  LinkId link;
  double fraction;  // of the flow's bytes, in (0, 1]
};

}  // namespace headroom::topologies
