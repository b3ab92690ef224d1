// SPDX-License-Identifier: Apache-2.0
// What the layers of a stage cost on one rank: kernels turned into times, exchanges kept for the planner of
// collectives.
#pragma once
#include <vector>

#include "models/training/exchanges.hpp"
#include "models/training/schedule.hpp"
#include "models/training/step.hpp"

namespace headroom::models {

// Back-to-back kernels (exchange_bytes = 0), or an exchange inside a layer that blocks what follows, or both
// side by side: a matrix product, but for its first or last part, beside the exchange of the other parts;
// attention beside the keys and values that go round.
struct Piece {
  double seconds = 0;       // kernels: on the device, waiting for launches included
  double host_seconds = 0;  // of them, waiting for launches
  double memory_bytes = 0;
  Collective exchange = Collective::all_reduce;
  double exchange_bytes = 0;
  GroupKind group = GroupKind::tensor;
  [[nodiscard]] bool is_exchange() const { return exchange_bytes > 0; }
  [[nodiscard]] bool is_overlapped() const { return is_exchange() && seconds > 0; }
};
using Pieces = std::vector<Piece>;

struct LayerCosts {
  // weights: where the schedule splits their gradients from the backward pass.
  Pieces forward, backward, weights;
  [[nodiscard]] const Pieces& pieces(Pass pass) const;
  double forward_kernel_seconds = 0;   // without what exchanges add
  double backward_kernel_seconds = 0;  // likewise, those of weights included
  double parameters = 0;               // on this rank, before ZeRO sharding
  double expert_parameters = 0;        // of experts that are replicated apart (Layout::experts_apart)
  double frozen_bytes = 0;             // of weights that are not trained
  double boundary_bytes = 0;           // handed to the next layer
};

// Neighbouring kernels become one piece: fewer operations, same time.
void append_merged(Pieces& to, const Pieces& from);

// The layers of one (stage, chunk), input embedding and output head included where they belong.
using Chunk = std::vector<const LayerCosts*>;

// What each class of layers costs on one rank, for one shape. With full recomputation also as layers that are
// left out of it.
class LayerTable {
 public:
  explicit LayerTable(const TrainingJob& job);
  [[nodiscard]] const LayerCosts& layer(int index, bool recomputed) const {
    return (recomputed ? costs_ : kept_costs_)[class_of_layer_[static_cast<std::size_t>(index)]];
  }
  [[nodiscard]] const LayerCosts& first() const { return first_; }
  // A last stage of its own holds a copy of tied embeddings.
  [[nodiscard]] const LayerCosts& last(bool apart) const { return apart ? last_apart_ : last_; }

 private:
  std::vector<std::size_t> class_of_layer_;  // index into costs_
  std::vector<LayerCosts> costs_, kept_costs_;
  LayerCosts first_, last_, last_apart_;
};

class StageCosts {
 public:
  // `layers`: of each stage and chunk, as layers_of_stages. The table must outlive the costs.
  StageCosts(const LayerTable& table, const Layout& layout, const std::vector<int>& layers);
  [[nodiscard]] const Chunk& chunk(int stage, int chunk) const {
    return chunks_[static_cast<std::size_t>(chunk * pipeline_ + stage)];
  }
  [[nodiscard]] double stage_parameters(int stage) const;
  [[nodiscard]] double stage_expert_parameters(int stage) const;
  [[nodiscard]] int pipeline() const { return pipeline_; }
  [[nodiscard]] int chunks_per_stage() const { return static_cast<int>(chunks_.size()) / pipeline_; }

 private:
  [[nodiscard]] double sum_over(int stage, double LayerCosts::*amount) const;

  int pipeline_;
  std::vector<Chunk> chunks_;
};

[[nodiscard]] ShardShape shard_shape(const TrainingJob& job);

// Adam reads gradients, master weights and moments and writes master weights, moments and weights.
[[nodiscard]] Kernel optimiser_kernel(double parameters, const StateBytes& states);

}  // namespace headroom::models
