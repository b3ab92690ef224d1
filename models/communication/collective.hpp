// SPDX-License-Identifier: Apache-2.0
// Collectives the way NCCL runs them, on the links of a cluster.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/program.hpp"
#include "topologies/cluster.hpp"

namespace headroom::models {

enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, send_receive };
[[nodiscard]] const char* to_string(Collective c);

// nvls: reduction in the scale-up switch, with a tree between servers. pat: logarithmic steps, where every
// server gives one rank. direct: every pair by itself (all-to-all, send and receive).
enum class Algorithm { automatic, ring, tree, nvls, pat, direct };
enum class Protocol { automatic, ll, ll128, simple };
[[nodiscard]] const char* to_string(Algorithm a);
[[nodiscard]] const char* to_string(Protocol p);

struct LinkLoad {
  topologies::LinkId link;
  double bytes_per_byte;  // bytes that cross the link per byte of the collective's size, protocol overhead
                          // included
};

// Bytes on the wire per byte of payload, by topologies::LinkKind: headers, flags and what the protocol cannot
// fill.
using WireFactors = std::array<double, 7>;

// One collective (or all sibling groups' collectives at once) as the simulator sees it.
struct CollectivePlan {
  Collective collective = Collective::all_reduce;
  Algorithm algorithm = Algorithm::ring;
  Protocol protocol = Protocol::simple;
  double bytes = 0;            // nccl-tests' convention
  double latency_seconds = 0;  // before and between the steps; nothing is shared in it
  double rate_cap = 0;         // bytes/s: what the kernel's channels reach alone (protocol overhead included)
  int steps = 0;               // sequential steps of the algorithm (2(n-1) for a ring all-reduce)
  int channels = 0;            // = thread blocks on the accelerator: multiprocessors that it occupies
  double memory_bytes_per_byte = 0;  // device-memory traffic per byte, on each rank
  std::vector<LinkLoad> loads;  // only links that the representative group uses, loads of all siblings summed
  // Alone on its links: latency + bytes / min(rate_cap, min over links capacity / load).
  double seconds = 0;
  topologies::LinkId bottleneck;          // none when the rate cap binds
  WireFactors wire{1, 1, 1, 1, 1, 1, 1};  // already inside loads
  bool ring_as_given = false;             // the group's order was kept (options.keep_order or ideal)
  bool relayed = false;                   // all-to-all: through the accelerator at the receiver's rail
  bool ideal = false;                     // options.ideal
};

// What the communication library brings: NCCL's own figures (see profiles of models/communication/nccl.json).
struct CommunicationOptions {
  Algorithm algorithm = Algorithm::automatic;  // automatic: the fastest by predicted time, as NCCL chooses
  Protocol protocol = Protocol::automatic;
  bool in_network_reduction = true;  // NVLS where the server's switch has it
  // The ring runs in the order of the group, as NCCL's does only if the ranks were placed so.
  bool keep_order = false;
  // True only for closed-form checks: no protocol overhead, no base latency, latency of the links alone;
  // keeps the order.
  bool ideal = false;
};

// Plans `collective` of `bytes` for groups[representative] while every group of `groups` (disjoint, same
// shape) runs the same at the same time. A group lists accelerators in ring order. Ranks of one server are
// kept adjacent as NCCL does unless options.keep_order. architecture: of the accelerator (NCCL's numbers
// differ by generation), e.g. "Hopper". bytes = 0 or a group of 1: an empty plan of 0 seconds. send_receive:
// groups of 2, from first to second.
[[nodiscard]] CollectivePlan plan_collective(const topologies::Cluster& cluster,
                                             const std::string& architecture, Collective collective,
                                             double bytes, std::span<const std::vector<int>> groups,
                                             std::size_t representative,
                                             const CommunicationOptions& options = {});

// nccl-tests' bus bandwidth of a time.
[[nodiscard]] double bus_bandwidth(Collective collective, double bytes, int ranks, double seconds);
// No schedule without in-network reduction can be faster: bytes each rank must inject / its fastest exit.
[[nodiscard]] double lower_bound_seconds(const topologies::Cluster& cluster, Collective collective,
                                         double bytes, std::span<const int> group);

// Link resources of a cluster inside a sim::Program: added when first asked for.
class LinkResources {
 public:
  LinkResources(const topologies::Cluster& cluster, sim::Program& program)
      : cluster_(cluster), program_(program) {}
  sim::ResourceId resource(topologies::LinkId link);
  // Links that were used, with their resources.
  [[nodiscard]] const std::vector<std::pair<topologies::LinkId, sim::ResourceId>>& used() const {
    return used_;
  }

 private:
  const topologies::Cluster& cluster_;
  sim::Program& program_;
  std::unordered_map<std::uint32_t, sim::ResourceId> by_link_;
  std::vector<std::pair<topologies::LinkId, sim::ResourceId>> used_;
};

// Fluid fidelity: the plan as one operation's work, demanding its links and what `further` lists (the devices
// it occupies, for example).
[[nodiscard]] sim::WorkId add_fluid_work(sim::Program& program, LinkResources& links,
                                         const CollectivePlan& plan,
                                         std::span<const sim::Demand> further = {});

// Message fidelity: every message of every step of the plan's algorithm as its own operation, on the ranks'
// streams. `streams[i]` is the communication stream of group[i]; the first operation of rank i starts after
// what stands on its stream. The last operations end the collective for their stream. For one group (no
// siblings).
void add_messages(sim::Program& program, LinkResources& links, const topologies::Cluster& cluster,
                  const CollectivePlan& plan, std::span<const int> group,
                  std::span<const sim::StreamId> streams, sim::LabelId label);

}  // namespace headroom::models
