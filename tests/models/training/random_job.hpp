// SPDX-License-Identifier: Apache-2.0
// Jobs drawn at random from what users may ask for: any server, any fabric, any legal layout.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>

#include "sim/error.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models::test {

struct RandomCase {
  topologies::ServerDescription server;
  topologies::FabricDescription fabric;
  int servers = 1;
  TrainingJob job;
};

// The same cases on every machine: only whole numbers of a standard generator are used.
class RandomCases {
 public:
  explicit RandomCases(std::uint32_t seed) : generator_(seed) {}

  RandomCase next() {
    for (;;) {
      RandomCase c{draw_server(), draw_fabric(), pick({1, 2, 3, 4, 6, 8, 12}), {}};
      const int accelerators = c.servers * c.server.accelerators;
      const int tensor = pick({1, 1, 2, 2, 4, 8, 3}), pipeline = pick({1, 2, 2, 4, 3});
      if (accelerators % (tensor * pipeline) != 0) continue;
      c.job = draw_job(tensor, pipeline, accelerators / (tensor * pipeline));
      if (is_possible(c)) return c;
    }
  }

 private:
  template <class T>
  T pick(std::initializer_list<T> values) {
    return *(values.begin() + generator_() % values.size());
  }

  topologies::ServerDescription draw_server() {
    const int accelerators = pick({1, 2, 4, 6, 8, 8, 8});
    topologies::ServerDescription s = toy_server(accelerators);
    if (accelerators > 1) {
      using topologies::ScaleUp;
      s.scale_up = pick({ScaleUp::none, ScaleUp::bridged_pairs, ScaleUp::full_mesh, ScaleUp::switched});
      s.sockets = pick({1, 2});
      s.accelerators_per_pcie_switch = pick({0, 1, 2, 2, accelerators});
    }
    s.nics = pick({1, (accelerators + 1) / 2, accelerators});
    s.nic_placement =
        pick({topologies::NicPlacement::pix, topologies::NicPlacement::node, topologies::NicPlacement::sys});
    s.gpudirect = pick({true, true, false});
    s.pcie_peer_to_peer = pick({true, true, false});
    return s;
  }

  topologies::FabricDescription draw_fabric() {
    using topologies::FabricKind, topologies::Routing;
    topologies::FabricDescription f = toy_fabric();
    f.kind = pick({FabricKind::single_switch, FabricKind::leaf_spine, FabricKind::fat_tree_2,
                   FabricKind::fat_tree_3, FabricKind::rail_optimised, FabricKind::rail_only});
    f.routing = pick(
        {Routing::adaptive, Routing::adaptive, Routing::adaptive, Routing::deterministic, Routing::hash});
    f.oversubscription = pick({1.0, 2.0, 4.0});
    f.switch_ports = pick({8, 16, 32, 64});
    return f;
  }

  TrainingJob draw_job(int tensor, int pipeline, int data) {
    TrainingJob job = toy_job(tensor, pipeline, data, pick({1, 2, 4, 8}));
    TransformerShape shape = toy_shape();
    shape.heads = shape.kv_heads = 24;
    shape.hidden = 24 * shape.head_dim;
    shape.ffn = 4 * shape.hidden;
    shape.tied = pick({true, false});
    job.network = make_transformer(shape);
    Layout& l = job.layout;
    l.zero_stage = pick({0, 1, 2, 3});
    const int group = pick({0, 2, 4});
    if (l.zero_stage > 0 && group > 0 && data % group == 0) l.shard_group = group;
    l.schedule = pick({Schedule::gpipe, Schedule::one_forward_one_backward, Schedule::interleaved});
    if (l.schedule == Schedule::interleaved) l.virtual_stages = 2;
    if (l.schedule != Schedule::interleaved && pipeline == 2 && pick({true, false})) l.stage_layers = {3, 5};
    l.recomputation = pick({Recomputation::none, Recomputation::selective, Recomputation::full});
    l.sequence_parallel = tensor > 1 && pick({true, false});
    job.software.profile.host_seconds_per_kernel = quick_host_seconds;
    job.software.overlap_data_parallel = pick({true, true, false});
    job.software.overlap_tensor = shape.tied;  // either, as likely; they have nothing to do with each other
    job.software.communication.in_network_reduction = pick({true, false});
    return job;
  }

  static bool is_possible(const RandomCase& c) {
    TrainingJob job = c.job;
    job.fidelity = Fidelity::analytic;  // quick
    try {
      const topologies::Cluster cluster(c.server, c.servers, c.fabric);
      return simulate_step(cluster, job).fits;
    } catch (const Error&) {
      return false;
    }
  }

  std::mt19937 generator_;
};

}  // namespace headroom::models::test
