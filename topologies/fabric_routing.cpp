// SPDX-License-Identifier: Apache-2.0
#include "topologies/fabric_routing.hpp"

namespace headroom::topologies {
namespace {

// Finaliser of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
// constants: Stafford's variant 13), with its increment so that 0 does not map to 0.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

// One draw after the other for the stages of a path.
class Draws {
 public:
  Draws(std::uint64_t seed, const Flow& flow)
      : state_(
            mix(mix(mix(seed) ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(flow.source)) << 32U |
                                 static_cast<std::uint32_t>(flow.destination))) ^
                flow.number)) {}
  int below(int n) {
    state_ = mix(state_);
    return static_cast<int>(state_ % static_cast<std::uint64_t>(n));
  }

 private:
  std::uint64_t state_;
};

// Keeps the spine (or core) that `up` leads to and takes another of the parallel cables to it.
int parallel(int up, int cables, int choice) {
  return up / cables * cables + choice;
}

Lanes hashed(const FabricShape& shape, std::uint64_t seed, const Flow& flow) {
  Draws draws(seed, flow);
  Lanes lanes;
  lanes.leaf_up = draws.below(shape.leaf_up);
  lanes.leaf_down =
      parallel(lanes.leaf_up, shape.cables_to_each_spine(), draws.below(shape.cables_to_each_spine()));
  if (shape.cores_per_group == 0) return lanes;
  lanes.spine_up = draws.below(shape.spine_up);
  lanes.spine_down =
      parallel(lanes.spine_up, shape.cables_to_each_core(), draws.below(shape.cables_to_each_core()));
  return lanes;
}

// D-mod-k (Zahavi, "D-Mod-K routing providing non-blocking traffic for shift permutations on real life fat
// trees", CCIT report 776, 2010): all traffic to one destination meets on one way down.
Lanes by_destination(const FabricShape& shape, int destination_port) {
  const int leaf_lane = destination_port % shape.leaf_up;
  const int spine_lane = shape.spine_up == 0 ? 0 : destination_port / shape.leaf_up % shape.spine_up;
  return {leaf_lane, spine_lane, spine_lane, leaf_lane};
}

}  // namespace

Lanes choose_lanes(const FabricShape& shape, const FabricDescription& fabric, const Flow& flow,
                   int destination_port) {
  switch (fabric.routing) {
    case Routing::hash:
      return hashed(shape, fabric.hash_seed, flow);
    case Routing::deterministic:
      return by_destination(shape, destination_port);
    case Routing::adaptive:
      break;
  }
  return {};
}

}  // namespace headroom::topologies
