// SPDX-License-Identifier: Apache-2.0
// What the layers of a stage cost on one rank: kernels turned into times, exchanges kept for the planner of
// collectives.
#pragma once
#include <vector>

#include "models/training/step.hpp"

namespace headroom::models {

// Back-to-back kernels (exchange_bytes = 0), or a tensor-parallel exchange that blocks what follows.
struct Piece {
  double seconds = 0;       // kernels: on the device, waiting for launches included
  double host_seconds = 0;  // of them, waiting for launches
  double memory_bytes = 0;
  Collective exchange = Collective::all_reduce;
  double exchange_bytes = 0;
  [[nodiscard]] bool is_exchange() const { return exchange_bytes > 0; }
};
using Pieces = std::vector<Piece>;

struct LayerCosts {
  Pieces forward, backward;
  double parameters = 0;      // on this rank, before ZeRO sharding
  double boundary_bytes = 0;  // handed to the next layer
};

// Neighbouring kernels become one piece: fewer operations, same time.
void append_merged(Pieces& to, const Pieces& from);

// The layers of one (stage, chunk), input embedding and output head included where they belong.
using Chunk = std::vector<const LayerCosts*>;

class StageCosts {
 public:
  explicit StageCosts(const TrainingJob& job);
  [[nodiscard]] const Chunk& chunk(int stage, int chunk) const {
    return chunks_[static_cast<std::size_t>(chunk * pipeline_ + stage)];
  }
  [[nodiscard]] double stage_parameters(int stage) const;
  [[nodiscard]] int pipeline() const { return pipeline_; }
  [[nodiscard]] int chunks_per_stage() const { return static_cast<int>(chunks_.size()) / pipeline_; }

 private:
  int pipeline_;
  std::vector<LayerCosts> costs_;  // one per class of layers, then first and last
  std::vector<Chunk> chunks_;
};

[[nodiscard]] ShardShape shard_shape(const TrainingJob& job);

}  // namespace headroom::models
