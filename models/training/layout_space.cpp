// SPDX-License-Identifier: Apache-2.0
#include "models/training/layout_space.hpp"

#include <cmath>

namespace headroom::models {
namespace {

std::vector<int> divisors(int n) {
  std::vector<int> all;
  for (int i = 1; i <= n; ++i)
    if (n % i == 0) all.push_back(i);
  return all;
}

template <class Value>
bool allows(const std::optional<Value>& held, Value value) {
  return !held || *held == value;
}

class Enumeration {
 public:
  Enumeration(const Network& network, const LayoutSpace& space) : network_(network), space_(space) {
    layout_.global_batch = space.global_batch;
    layout_.offload = space.offload;
  }

  std::vector<Layout> all() {
    for (const int tensor : divisors(space_.accelerators)) {
      if (!allows(space_.tensor, tensor) || !network_.tensor_width_problem(tensor).empty()) continue;
      layout_.tensor = tensor;
      for (const int pipeline : divisors(space_.accelerators / tensor)) {
        if (!allows(space_.pipeline, pipeline) || !has_stages(pipeline)) continue;
        layout_.pipeline = pipeline;
        with_contexts(space_.accelerators / tensor / pipeline);
      }
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool has_stages(int stages) const {
    const std::size_t given = space_.stage_layers.size();
    return given == 0 ? stages <= network_.layer_count() : given % static_cast<std::size_t>(stages) == 0;
  }

  void with_contexts(int replicas) {
    layout_.context_exchange = space_.context_exchange;
    const bool may_split = space_.context || network_.units_per_sample() >= long_sequence;
    for (const int context : may_split ? divisors(replicas) : std::vector{1}) {
      if (!allows(space_.context, context)) continue;
      if (context > 1 &&
          !network_.context_width_problem(context, space_.context_exchange, layout_.tensor).empty())
        continue;
      layout_.context = context;
      layout_.data = replicas / context;
      if (allows(space_.data, layout_.data)) with_batches();
    }
  }

  void with_batches() {
    const double samples = layout_.global_batch / layout_.data;
    if (samples != std::floor(samples) || samples < 1) return;
    for (const int microbatch : divisors(static_cast<int>(samples))) {
      if (!allows<double>(space_.microbatch, microbatch)) continue;
      layout_.microbatch = microbatch;
      with_schedules();
    }
  }

  void with_schedules() {
    with_schedule(Schedule::one_forward_one_backward, 1);
    const int p = layout_.pipeline;
    if (p == 1) return;
    with_schedule(Schedule::gpipe, 1);
    if (space_.schedule == Schedule::zero_bubble) with_schedule(Schedule::zero_bubble, 1);
    if (layout_.microbatches() % p != 0) return;
    for (const int chunks : virtual_stages())
      if (chunks > 1) with_schedule(Schedule::interleaved, chunks);
  }

  [[nodiscard]] std::vector<int> virtual_stages() const {
    const int layers = network_.layer_count(), p = layout_.pipeline;
    if (!space_.stage_layers.empty()) return {static_cast<int>(space_.stage_layers.size()) / p};
    if (space_.virtual_stages && *space_.virtual_stages * p <= layers) return {*space_.virtual_stages};
    if (layers % p == 0) return divisors(layers / p);
    return counts_ends(p) ? divisors((layers + 2) / p) : std::vector<int>{};
  }

  // Layers that do not split evenly, but do with the embedding and the head counted as one each (Llama 3,
  // arXiv:2407.21783, sec. 3.3.2).
  [[nodiscard]] bool counts_ends(int stages) const {
    const int layers = network_.layer_count();
    return space_.stage_layers.empty() && stages > 1 && layers % stages != 0 && (layers + 2) % stages == 0;
  }
  [[nodiscard]] std::vector<int> layers_of(int stages) const {
    if (!counts_ends(stages)) return space_.stage_layers;
    std::vector<int> layers(static_cast<std::size_t>(stages), (network_.layer_count() + 2) / stages);
    --layers.front();
    --layers.back();
    return layers;
  }

  void with_schedule(Schedule schedule, int virtual_stages) {
    // Without a pipeline all schedules are one.
    if (layout_.pipeline > 1 && !allows(space_.schedule, schedule)) return;
    if (layout_.pipeline > 1 && !allows(space_.virtual_stages, virtual_stages)) return;
    const int stages = layout_.pipeline * virtual_stages;
    layout_.stage_layers = layers_of(stages);
    if (!layout_.stage_layers.empty() && static_cast<int>(layout_.stage_layers.size()) != stages) return;
    layout_.schedule = schedule;
    layout_.virtual_stages = virtual_stages;
    for (const bool split : {false, true}) with_sequence_parallel(split);
  }

  void with_sequence_parallel(bool split) {
    const bool splits =
        layout_.tensor > 1 && std::fmod(network_.units_per_sample() / layout_.context, layout_.tensor) == 0;
    if (!allows(space_.sequence_parallel, split) && splits) return;
    if (split && !splits) return;
    layout_.sequence_parallel = split;
    for (const Recomputation r : {Recomputation::none, Recomputation::selective, Recomputation::full}) {
      if (!allows(space_.recomputation, r)) continue;
      layout_.recomputation = r;
      layout_.recomputed_layers = r == Recomputation::full ? space_.recomputed_layers.value_or(-1) : -1;
      with_experts();
    }
  }

  // Of a mixture of experts: spread over as many ranks as divide them, whole or split by tensor.
  void with_experts() {
    if (network_.has_tables()) layout_.expert = layout_.ranks_of_stage();
    const int experts = network_.routed_experts();
    if (experts == 0) return with_sharding();
    if (layout_.tensor > 1 && !layout_.sequence_parallel) return;
    const std::vector<int> splits = layout_.tensor == 1 ? std::vector{1} : std::vector{1, layout_.tensor};
    for (const int split : splits) {
      layout_.expert_tensor = split;
      if (!allows(space_.expert_tensor, split)) continue;
      for (const int width : divisors(layout_.ranks_of_stage() / split)) {
        if (experts % width != 0 || !allows(space_.expert, width)) continue;
        layout_.expert = width;
        if (layout_.replicas() > 1 || layout_.expert_replicas() == 1 || !layout_.experts_apart())
          with_sharding();
      }
    }
    layout_.expert = 1;
    layout_.expert_tensor = 0;
  }

  void with_sharding() {
    const bool apart = layout_.experts_apart();
    for (int zero = 0; zero <= (apart || layout_.splits_backward() ? 2 : 3); ++zero) {
      // Nothing to split: whatever was asked, it is as without ZeRO.
      if (layout_.replicas() == 1 ? zero > 0 : !allows(space_.zero_stage, zero)) continue;
      layout_.zero_stage = zero;
      if (layout_.offloads_weights() && zero < 3) continue;
      for (const int group : shard_groups(zero)) {
        layout_.shard_group = group;
        found_.push_back(layout_);
      }
    }
    layout_.shard_group = 0;
  }

  // 0 stands for all data-parallel ranks.
  [[nodiscard]] std::vector<int> shard_groups(int zero) const {
    if (zero == 0 || layout_.experts_apart()) return {0};
    const auto is_part = [&](int group) {
      return group > 1 && group < layout_.replicas() && layout_.replicas() % group == 0;
    };
    if (space_.shard_group) return {is_part(*space_.shard_group) ? *space_.shard_group : 0};
    const int in_server = space_.accelerators_per_server / layout_.tensor;
    return is_part(in_server) ? std::vector{0, in_server} : std::vector{0};
  }

  const Network& network_;
  const LayoutSpace& space_;
  Layout layout_;
  std::vector<Layout> found_;
};

}  // namespace

std::vector<Layout> all_layouts(const Network& network, const LayoutSpace& space) {
  return Enumeration(network, space).all();
}

}  // namespace headroom::models
