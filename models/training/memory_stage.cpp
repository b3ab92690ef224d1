// SPDX-License-Identifier: Apache-2.0
#include "models/training/memory_stage.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "models/training/schedule.hpp"

namespace headroom::models {
namespace {

Footprint footprint_of(const Layer& layer) {
  return {layer.parameters,       layer.expert_parameters, layer.frozen_bytes,  layer.table_bytes,
          layer.activation_bytes, layer.working_bytes,     layer.boundary_bytes};
}

// The schedule repeats itself once the pipeline is full: more microbatches than two rounds add nothing to the
// peak.
int telling_microbatches(const Layout& layout) {
  const int all = layout.microbatches();
  return layout.schedule == Schedule::gpipe ? all
                                            : std::min(all, 2 * layout.pipeline * layout.virtual_stages);
}

// The layers of a stage in order of execution, embedding and head included, and what each chunk keeps.
struct StageLayers {
  std::vector<const Footprint*> all;
  std::vector<double> chunk_bytes;  // without the head
};

StageLayers layers_of(const Footprints& footprints, const std::vector<int>& counts, const Layout& layout,
                      int stage) {
  const int stages = static_cast<int>(counts.size());
  StageLayers result;
  int next = 0;
  for (int s = 0; s < stages; ++s) {
    const int begin = next;
    next += counts[static_cast<std::size_t>(s)];
    if (s % layout.pipeline != stage) continue;
    double bytes = 0;
    const auto add = [&](const Footprint& f) {
      result.all.push_back(&f);
      bytes += f.activation_bytes;
    };
    if (s == 0) add(footprints.first());
    for (int i = begin; i < next; ++i) add(footprints.layer(i, layout.recomputes(i - begin)));
    if (s == stages - 1) result.all.push_back(&footprints.last());
    result.chunk_bytes.push_back(bytes);
  }
  return result;
}

bool at_most(const std::vector<int>& a, const std::vector<int>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), std::less_equal<>());
}

Kept kept_at_once(const Layout& layout, int stage) {
  Kept most;
  std::vector<int> now(static_cast<std::size_t>(layout.virtual_stages), 0);
  for (const Task& task : schedule_of(layout, stage)) {
    if (task.pass == Pass::backward && layout.splits_backward()) continue;  // what weights need stays
    now[static_cast<std::size_t>(task.chunk)] += task.is_forward() ? 1 : -1;
    if (!task.is_forward()) continue;
    if (std::any_of(most.begin(), most.end(), [&](const auto& known) { return at_most(now, known); }))
      continue;
    std::erase_if(most, [&](const auto& known) { return at_most(known, now); });
    most.push_back(now);
  }
  return most;
}

void add_head(const Footprint& head, const Kept& kept, StageFootprint& stage) {
  std::vector<double> head_in_chunk(kept.front().size(), 0.0);
  head_in_chunk.back() = head.activation_bytes;
  stage.head_activation_bytes = peak_in_flight(head_in_chunk, kept);
  stage.head_working_bytes = head.working_bytes;
  stage.one_head_bytes = head.activation_bytes;
}

}  // namespace

Footprints::Footprints(const Network& network, const ShardShape& shape)
    : first_(footprint_of(network.first(shape))),
      last_(footprint_of(network.last(shape))),
      tied_parameters_(network.tied_parameters(shape)),
      tied_frozen_bytes_(network.tied_frozen_bytes(shape)) {
  const ShardShape keeping = without_recomputation(shape);
  std::map<int, int> known;
  for (int i = 0; i < network.layer_count(); ++i) {
    const auto [entry, is_new] =
        known.try_emplace(network.layer_class(i), static_cast<int>(of_class_.size()));
    if (is_new) {
      of_class_.push_back(footprint_of(network.layer(i, shape)));
      kept_of_class_.push_back(footprint_of(network.layer(i, keeping)));
    }
    class_of_layer_.push_back(entry->second);
  }
}

const Footprint& Footprints::layer(int index, bool recomputed) const {
  const auto known = static_cast<std::size_t>(class_of_layer_[static_cast<std::size_t>(index)]);
  return recomputed ? of_class_[known] : kept_of_class_[known];
}

const Kept& KeptMicrobatches::of(const Layout& layout, int stage) {
  const int microbatches = telling_microbatches(layout);
  const auto [it, is_new] =
      known_.try_emplace(Key{layout.schedule, layout.pipeline, layout.virtual_stages, microbatches, stage});
  if (!is_new) return it->second;
  Layout few = layout;
  few.global_batch = few.microbatch * few.data * microbatches;
  return it->second = kept_at_once(few, stage);
}

double peak_in_flight(const std::vector<double>& chunk_bytes, const Kept& kept) {
  double peak = 0;
  for (const std::vector<int>& counts : kept)
    peak = std::max(peak, std::inner_product(counts.begin(), counts.end(), chunk_bytes.begin(), 0.0));
  return peak;
}

StageFootprint footprint_of_stage(const Footprints& footprints, const std::vector<int>& counts,
                                  const Layout& layout, int stage, KeptMicrobatches& kept) {
  const StageLayers layers = layers_of(footprints, counts, layout, stage);
  StageFootprint result;
  double previous = 0, previous_frozen = 0;
  for (const Footprint* f : layers.all) {
    const double all = f->parameters + f->expert_parameters;
    result.parameters += layout.experts_apart() ? f->parameters : all;
    result.expert_parameters += layout.experts_apart() ? f->expert_parameters : 0;
    result.gathered_parameters = std::max(result.gathered_parameters, previous + all);
    previous = all;
    result.frozen_bytes += f->frozen_bytes;
    result.table_bytes += f->table_bytes;
    result.gathered_frozen_bytes = std::max(result.gathered_frozen_bytes, previous_frozen + f->frozen_bytes);
    previous_frozen = f->frozen_bytes;
    result.largest_layer_parameters = std::max(result.largest_layer_parameters, all);
    result.boundary_bytes = std::max(result.boundary_bytes, f->boundary_bytes);
    if (f != &footprints.last()) result.working_bytes = std::max(result.working_bytes, f->working_bytes);
  }
  const Kept& microbatches = kept.of(layout, stage);
  result.activation_bytes = peak_in_flight(layers.chunk_bytes, microbatches);
  if (stage == layout.pipeline - 1) {
    add_head(footprints.last(), microbatches, result);
    if (layout.pipeline > 1) {
      result.parameters += footprints.tied_parameters();
      result.frozen_bytes += footprints.tied_frozen_bytes();
    }
  }
  return result;
}

}  // namespace headroom::models
