// SPDX-License-Identifier: Apache-2.0
// What a layout must satisfy, one check for each rule, and the legal layouts nearest to one that breaks a
// rule.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "models/training/layout.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

bool whole(double x) {
  return std::floor(x) == x;
}
bool divides(double part, double total) {
  return whole(total / part);
}

void require_at_least(std::string_view what, int value, int least) {
  if (value < least)
    throw bad_input(fmt::format("layout: {} must be at least {}, found {}", what, least, value));
}
void require_whole(std::string_view what, double value) {
  if (value < 1 || !whole(value))
    throw bad_input(fmt::format("layout: {} must be a whole number of samples, found {}", what, value));
}

void check_ranges(const Layout& l) {
  require_at_least("tensor", l.tensor, 1);
  require_at_least("pipeline", l.pipeline, 1);
  require_at_least("data", l.data, 1);
  require_at_least("context", l.context, 1);
  require_at_least("virtual_stages", l.virtual_stages, 1);
  require_at_least("shard_group", l.shard_group, 0);
  require_whole("microbatch", l.microbatch);
  require_whole("global_batch", l.global_batch);
  if (l.zero_stage < 0 || l.zero_stage > 3)
    throw bad_input(fmt::format("layout: zero_stage must be 0, 1, 2 or 3, found {}", l.zero_stage));
}

// Legal widths for the same batch and context width, without regard to how far they are from what was asked.
bool widths_are_legal(const Layout& l, const Network& network, int accelerators, int tensor, int pipeline) {
  const int stages = pipeline * l.virtual_stages;
  const int ranks_of_model = tensor * l.context * pipeline;
  if (accelerators % ranks_of_model != 0 || stages > network.layer_count()) return false;
  if (!network.tensor_width_problem(tensor).empty()) return false;
  const double samples = l.microbatch * (accelerators / ranks_of_model);
  if (!divides(samples, l.global_batch)) return false;
  if (l.schedule != Schedule::interleaved) return true;
  return pipeline > 1 && divides(pipeline, l.global_batch / samples);
}

struct Widths {
  int tensor, pipeline;
};

// How many times wider or narrower, both widths together: 1 = as asked.
double ratio(const Widths& a, const Layout& asked) {
  const auto one = [](int x, int y) { return static_cast<double>(std::max(x, y)) / std::min(x, y); };
  return one(a.tensor, asked.tensor) * one(a.pipeline, asked.pipeline);
}

// "tensor 8 x pipeline 2 x data 4"
std::string widths_text(const Layout& l, const Widths& w, int data) {
  const std::string context = l.context > 1 ? fmt::format(" x context {}", l.context) : "";
  return fmt::format("tensor {}{} x pipeline {} x data {}", w.tensor, context, w.pipeline, data);
}

// "nearest legal layouts: tensor 8 x pipeline 2 x data 4, ...", or why there is none.
std::string nearest_layouts(const Layout& l, const Network& network, int accelerators) {
  std::vector<Widths> legal;
  for (int t = 1; t <= accelerators; ++t) {
    if (accelerators % t != 0) continue;
    for (int p = 1; p <= accelerators / t; ++p)
      if (widths_are_legal(l, network, accelerators, t, p)) legal.push_back({t, p});
  }
  if (legal.empty()) return "no layout with this batch is legal";
  std::stable_sort(legal.begin(), legal.end(),
                   [&](const Widths& a, const Widths& b) { return ratio(a, l) < ratio(b, l); });
  constexpr std::size_t shown = 3;
  legal.resize(std::min(legal.size(), shown));
  std::vector<std::string> words;
  for (const Widths& w : legal)
    words.push_back(widths_text(l, w, accelerators / (w.tensor * l.context * w.pipeline)));
  return fmt::format("nearest legal layouts: {}", fmt::join(words, ", "));
}

void check_widths(const Layout& l, const Network& network, int accelerators) {
  const std::string problem = network.tensor_width_problem(l.tensor);
  if (!problem.empty()) throw bad_input(fmt::format("layout: {}", problem));
  if (l.accelerators() == accelerators) return;
  const int group = l.tensor * l.context * l.pipeline;
  const std::string left_over =
      accelerators % group == 0 ? "" : fmt::format(" ({} is not a multiple of {})", accelerators, group);
  throw bad_input(fmt::format("layout: {} = {} does not use exactly {} accelerators{}; {}",
                              widths_text(l, {l.tensor, l.pipeline}, l.data), l.accelerators(), accelerators,
                              left_over, nearest_layouts(l, network, accelerators)));
}

void check_context(const Layout& l, const Network& network) {
  if (l.context == 1) return;
  const std::string problem = network.context_width_problem(l.context, l.context_exchange, l.tensor);
  if (!problem.empty()) throw bad_input(fmt::format("layout: context: {}", problem));
}

void check_sequence(const Layout& l, const Network& network) {
  const double tokens = network.units_per_sample() / l.context;
  if (!l.sequence_parallel || divides(l.tensor, tokens)) return;
  const double below = std::floor(tokens / l.tensor) * l.tensor;
  throw bad_input(
      fmt::format("layout: sequence_parallel splits a sequence over tensor {}, which does not divide {} {}; "
                  "nearest: {} and {}",
                  l.tensor, tokens, network.unit_name(), below, below + l.tensor));
}

void check_sharding(const Layout& l) {
  if (l.shard_group == 0) return;
  if (l.zero_stage == 0)
    throw bad_input(fmt::format("layout: shard_group {} needs zero_stage 1, 2 or 3, found 0", l.shard_group));
  if (l.replicas() % l.shard_group != 0)
    throw bad_input(fmt::format("layout: shard_group must divide {} ({}), found {}",
                                l.context > 1 ? "context x data" : "data", l.replicas(), l.shard_group));
  if (l.shard_group == 1)
    throw bad_input(
        fmt::format("layout: a shard_group of 1 splits nothing, so zero_stage {} would save no memory; "
                    "expected 2 or more, or 0 "
                    "for all data-parallel ranks",
                    l.zero_stage));
}

void check_offload(const Layout& l) {
  if (l.offloads_weights() && l.zero_stage != 3)
    throw bad_input(fmt::format(
        "layout: weights in host memory come layer by layer: expected zero_stage 3, found {}", l.zero_stage));
}

std::string divisors_up_to(int whole, int most) {
  std::vector<int> all;
  for (int i = 1; i <= std::min(whole, most); ++i)
    if (whole % i == 0 && most % i == 0) all.push_back(i);
  return fmt::format("{}", fmt::join(all, ", "));
}

void check_expert_widths(const Layout& l, int experts) {
  require_at_least("expert", l.expert, 1);
  const int split = l.effective_expert_tensor();
  if (split != 1 && split != l.tensor)
    throw bad_input(fmt::format("layout: expert_tensor must be 1 or tensor ({}), found {}", l.tensor, split));
  const int ranks = l.ranks_of_stage() / split;
  if (experts % l.expert != 0 || ranks % l.expert != 0)
    throw bad_input(
        fmt::format("layout: expert must divide the {} experts of a layer and the {} ranks that may "
                    "hold different ones, found {}; legal: {}",
                    experts, ranks, l.expert, divisors_up_to(experts, ranks)));
}

void check_tables(const Layout& l, const Network& network) {
  if (l.expert == l.ranks_of_stage() && l.zero_stage < 3 && l.pipeline == 1) return;
  throw bad_input(
      fmt::format("layout: the tables of {} are spread over all ranks: expected expert {}, pipeline 1 and "
                  "zero_stage 0 to 2, found expert {}, pipeline {} and zero_stage {}",
                  network.name(), l.ranks_of_stage(), l.expert, l.pipeline, l.zero_stage));
}

void check_experts(const Layout& l, const Network& network) {
  if (network.has_tables()) return check_tables(l, network);
  const int experts = network.routed_experts();
  if (experts == 0) {
    if (l.expert != 1 || l.expert_tensor > 1)
      throw bad_input(fmt::format("layout: expert {} needs a mixture of experts, but {} has none; expected 1",
                                  l.expert, network.name()));
    return;
  }
  check_expert_widths(l, experts);
  if (l.tensor > 1 && !l.sequence_parallel)
    throw bad_input(
        "layout: experts beside tensor parallelism need sequence_parallel: each rank routes its own tokens");
  if (!l.experts_apart()) return;
  if (l.zero_stage == 3 || l.shard_group > 0)
    throw bad_input(
        fmt::format("layout: with experts spread over ranks states are split by zero_stage 0 to 2 "
                    "over all that hold the same, found zero_stage {} and shard_group {}",
                    l.zero_stage, l.shard_group));
  if (l.replicas() == 1 && l.expert_replicas() > 1)
    throw bad_input(
        fmt::format("layout: with data 1 all tensor ranks must hold different experts: expected "
                    "expert {}, found {}",
                    l.tensor, l.expert));
}

void check_batch(const Layout& l) {
  const double samples = l.microbatch * l.data;
  if (divides(samples, l.global_batch)) return;
  const double below = std::floor(l.global_batch / samples) * samples;
  const std::string nearest =
      below > 0 ? fmt::format("{} and {}", below, below + samples) : fmt::format("{}", samples);
  throw bad_input(fmt::format(
      "layout: global_batch {} is not a multiple of microbatch {} x data {} = {}; nearest legal: {}",
      l.global_batch, l.microbatch, l.data, samples, nearest));
}

void check_recomputation(const Layout& l) {
  if (l.recomputed_layers >= 0 && l.recomputation != Recomputation::full)
    throw bad_input(fmt::format("layout: recomputed_layers {} needs full recomputation, found {}",
                                l.recomputed_layers, to_string(l.recomputation)));
}

void check_stages(const Layout& l, const Network& network) {
  const int stages = l.pipeline * l.virtual_stages, layers = network.layer_count();
  if (l.stage_layers.empty()) {
    if (stages <= layers) return;
    throw bad_input(
        fmt::format("layout: pipeline {} x virtual_stages {} = {} stages, but {} has only {} layers; give "
                    "stage_layers if some "
                    "stages shall hold only the embedding or the head",
                    l.pipeline, l.virtual_stages, stages, network.name(), layers));
  }
  if (static_cast<int>(l.stage_layers.size()) != stages)
    throw bad_input(
        fmt::format("layout: stage_layers must have {} entries (pipeline {} x virtual_stages {}), found {}",
                    stages, l.pipeline, l.virtual_stages, l.stage_layers.size()));
  for (const int n : l.stage_layers) require_at_least("every entry of stage_layers", n, 0);
  const int sum = std::accumulate(l.stage_layers.begin(), l.stage_layers.end(), 0);
  if (sum != layers)
    throw bad_input(fmt::format("layout: stage_layers must sum to the {} layers of {}, found {}", layers,
                                network.name(), sum));
}

void check_zero_bubble(const Layout& l) {
  if (l.schedule != Schedule::zero_bubble) return;
  if (l.pipeline == 1)
    throw bad_input("layout: the zero-bubble schedule needs a pipeline of at least 2, found 1");
  if (l.zero_stage == 3)
    throw bad_input(
        "layout: the zero-bubble schedule keeps weights for their gradients: expected zero_stage 0 to 2, "
        "found 3");
}

void check_schedule(const Layout& l) {
  check_zero_bubble(l);
  if (l.schedule != Schedule::interleaved) {
    if (l.virtual_stages > 1)
      throw bad_input(fmt::format("layout: virtual_stages {} needs the interleaved schedule, found {}",
                                  l.virtual_stages, to_string(l.schedule)));
    return;
  }
  if (l.pipeline == 1 || l.virtual_stages == 1)
    throw bad_input(fmt::format(
        "layout: the interleaved schedule needs pipeline and virtual_stages of at least 2, found {} and {}",
        l.pipeline, l.virtual_stages));
  const int m = l.microbatches(), p = l.pipeline;
  if (m % p == 0) return;
  const int below = m / p * p;
  const double samples = l.microbatch * l.data;
  const std::string fewer = below > 0 ? fmt::format("{} ({} microbatches) or ", below * samples, below) : "";
  throw bad_input(
      fmt::format("layout: the interleaved schedule needs a multiple of pipeline {} as number of "
                  "microbatches, found {}; nearest "
                  "legal global_batch: {}{} ({} microbatches)",
                  p, m, fewer, (below + p) * samples, below + p));
}

}  // namespace

void check_layout(const Layout& layout, const Network& network, int accelerators) {
  check_ranges(layout);
  check_widths(layout, network, accelerators);
  check_context(layout, network);
  check_sequence(layout, network);
  check_stages(layout, network);
  check_batch(layout);
  check_schedule(layout);
  check_sharding(layout);
  check_offload(layout);
  check_experts(layout, network);
  check_recomputation(layout);
}

}  // namespace headroom::models
