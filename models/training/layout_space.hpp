// SPDX-License-Identifier: Apache-2.0
// All layouts that a job can have on a number of accelerators.
#pragma once
#include <optional>
#include <vector>

#include "models/training/layout.hpp"

namespace headroom::models {

// Tokens from which on sequences may be split over ranks without being asked for. Megatron-Core's users split
// those of 8,192 tokens and more of large models; so short ones gain little and would multiply the space.
inline constexpr double long_sequence = 32768;

// Which layouts are asked for. What is given here, all of them have; what is empty takes every value.
struct LayoutSpace {
  int accelerators = 1;
  double global_batch = 1;
  // States may be split over the data-parallel ranks of one server only (hybrid sharding); 0: over all of
  // them.
  int accelerators_per_server = 0;
  // Empty: sequences shorter than long_sequence stay whole.
  std::optional<int> context = {};
  std::optional<int> tensor = {}, pipeline = {}, data = {}, virtual_stages = {}, zero_stage = {};
  std::optional<int> shard_group = {}, expert = {}, expert_tensor = {};
  ContextExchange context_exchange = ContextExchange::ring;
  std::optional<double> microbatch = {};
  std::optional<Schedule> schedule = {};  // empty: without zero bubble, which few frameworks have
  std::optional<bool> sequence_parallel = {};
  std::optional<Recomputation> recomputation = {};
  std::optional<int> recomputed_layers = {};  // empty: all of them
  Offload offload = Offload::none;
  std::vector<int> stage_layers = {};  // empty: as even as can be
};

// Every legal combination of tensor, pipeline, context and data width, virtual stages (as many as divide the
// layers of a stage; of layers that do not split evenly those that do with embedding and head counted as one
// each), schedule, sequence parallelism, microbatch (divisors of what a data-parallel rank gets),
// recomputation, expert widths, ZeRO stage and sharding group; each once: without tensor parallelism no
// sequence parallelism, without data parallelism no ZeRO, without pipeline one schedule. In a fixed order,
// tensor width first.
[[nodiscard]] std::vector<Layout> all_layouts(const Network& network, const LayoutSpace& space);

}  // namespace headroom::models
