// SPDX-License-Identifier: Apache-2.0
#include "models/training/stage_costs.hpp"

#include <algorithm>
#include <map>

namespace headroom::models {
namespace {

Collective collective_of(LayerExchange::Kind kind) {
  switch (kind) {
    case LayerExchange::Kind::all_gather:
      return Collective::all_gather;
    case LayerExchange::Kind::reduce_scatter:
      return Collective::reduce_scatter;
    case LayerExchange::Kind::all_to_all:
      return Collective::all_to_all;
    case LayerExchange::Kind::all_reduce:
      break;
  }
  return Collective::all_reduce;
}

GroupKind group_of(LayerExchange::Between ranks) {
  switch (ranks) {
    case LayerExchange::Between::tensor:
      return GroupKind::tensor;
    case LayerExchange::Between::expert:
      return GroupKind::expert;
    case LayerExchange::Between::context:
      break;
  }
  return GroupKind::context;
}

double kernel_seconds(const Pieces& pieces) {
  double sum = 0;
  for (const Piece& piece : pieces) sum += piece.seconds;  // with what runs beside exchanges
  return sum;
}

// While tokens of one microbatch travel, the kernels of another run (DualPipe: DeepSeek-V3, arXiv:2412.19437,
// sec. 3.2.1; Megatron-Core's combined forward and backward passes). Every microbatch has as much of both, so
// each exchange of a layer runs beside an equal share of the layer's kernels.
void hide_expert_exchanges(Pieces& pieces) {
  const auto is_expert = [](const Piece& p) { return p.is_exchange() && p.group == GroupKind::expert; };
  const auto count = std::count_if(pieces.begin(), pieces.end(), is_expert);
  if (count == 0) return;
  Piece share;
  for (Piece& piece : pieces) {
    if (piece.is_exchange()) continue;
    share.seconds += (piece.seconds - piece.host_seconds) / static_cast<double>(count);
    share.memory_bytes += piece.memory_bytes / static_cast<double>(count);
    piece.seconds = piece.host_seconds;
    piece.memory_bytes = 0;
  }
  std::erase_if(pieces, [](const Piece& p) { return !p.is_exchange() && p.seconds <= 0; });
  for (Piece& piece : pieces) {
    if (!is_expert(piece)) continue;
    piece.seconds = share.seconds;
    piece.memory_bytes = share.memory_bytes;
  }
}

void move_weight_gradients(std::vector<Kernel>& from, std::vector<Kernel>& to) {
  const auto is_kept = [](const Kernel& k) { return !k.weight_gradient; };
  const auto moved = std::stable_partition(from.begin(), from.end(), is_kept);
  to.assign(moved, from.end());
  from.erase(moved, from.end());
}

class Coster {
 public:
  explicit Coster(const TrainingJob& job) : job_(job) {}

  [[nodiscard]] LayerCosts operator()(const Layer& layer) const {
    LayerCosts costs;
    const bool apart = job_.layout.experts_apart();
    costs.parameters = layer.parameters + (apart ? 0 : layer.expert_parameters);
    costs.expert_parameters = apart ? layer.expert_parameters : 0;
    costs.frozen_bytes = layer.frozen_bytes;
    costs.boundary_bytes = layer.boundary_bytes;
    for (const Segment& s : layer.segments)
      add_pass(costs.forward, s.forward_before, s.forward, s.forward_after);
    for (auto s = layer.segments.rbegin(); s != layer.segments.rend(); ++s) {
      std::vector<Kernel> backward = s->backward, weights;
      if (job_.layout.splits_backward()) move_weight_gradients(backward, weights);
      add_pass(costs.backward, s->backward_before, backward, s->backward_after);
      add_pass(costs.weights, {}, weights, {});
    }
    if (job_.software.overlap_expert) {
      hide_expert_exchanges(costs.forward);
      hide_expert_exchanges(costs.backward);
    }
    costs.forward_kernel_seconds = kernel_seconds(costs.forward);
    costs.backward_kernel_seconds = kernel_seconds(costs.backward) + kernel_seconds(costs.weights);
    return costs;
  }

 private:
  void add_pass(Pieces& pieces, const std::vector<LayerExchange>& before, const std::vector<Kernel>& kernels,
                const std::vector<LayerExchange>& after) const {
    Piece rest = back_to_back(kernels);
    append_merged(pieces, exchanges(before, rest));
    const Pieces last = exchanges(after, rest);
    if (!kernels.empty()) append_merged(pieces, {rest});
    append_merged(pieces, last);
  }

  // What runs beside them is taken out of `rest`.
  [[nodiscard]] Pieces exchanges(const std::vector<LayerExchange>& exchanges, Piece& rest) const {
    Pieces pieces;
    for (const LayerExchange& e : exchanges) {
      if (e.bytes <= 0) continue;
      Piece piece;
      if (e.beside) piece = beside_exchange(e);
      rest.seconds -= piece.seconds;
      rest.memory_bytes -= piece.memory_bytes;
      piece.exchange = collective_of(e.kind);
      piece.group = group_of(e.between);
      piece.exchange_bytes = e.bytes;
      pieces.push_back(piece);
    }
    return pieces;
  }

  // Tensor-parallel exchange and product are cut into one part a rank (ring exchange): what a rank holds from
  // the start, or makes last, it neither waits for nor hides anything with.
  [[nodiscard]] Piece beside_exchange(const LayerExchange& exchange) const {
    const Piece kernel = on_device(*exchange.beside);
    if (exchange.between != LayerExchange::Between::tensor) return kernel;
    const bool comes_later = job_.layout.splits_backward() && exchange.beside->weight_gradient;
    if (!job_.software.overlap_tensor || comes_later) return {};
    const double others = 1 - 1.0 / job_.layout.tensor;
    Piece piece = kernel;
    piece.seconds *= others;
    piece.memory_bytes *= others;
    return piece;
  }

  [[nodiscard]] Piece on_device(const Kernel& kernel) const {
    const KernelTime time = kernel_time(kernel, job_.accelerator, job_.compute);
    const bool is_matrix = kernel.kind == KernelKind::gemm || kernel.kind == KernelKind::attention;
    Piece piece;
    piece.seconds = is_matrix ? time.seconds / job_.software.profile.matrix_rate_fraction : time.seconds;
    piece.memory_bytes = time.memory_bytes;
    return piece;
  }

  [[nodiscard]] Piece back_to_back(const std::vector<Kernel>& kernels) const {
    Piece piece;
    int launches = 0;
    for (const Kernel& k : kernels) {
      const Piece one = on_device(k);
      piece.seconds += one.seconds;
      piece.memory_bytes += one.memory_bytes;
      launches += k.launches;
    }
    // The device cannot run faster than the host launches.
    piece.host_seconds =
        std::max(0.0, launches * job_.software.profile.host_seconds_per_kernel - piece.seconds);
    piece.seconds += piece.host_seconds;
    return piece;
  }

  const TrainingJob& job_;
};

}  // namespace

const Pieces& LayerCosts::pieces(Pass pass) const {
  if (pass == Pass::forward) return forward;
  return pass == Pass::backward ? backward : weights;
}

void append_merged(Pieces& to, const Pieces& from) {
  for (const Piece& piece : from) {
    if (to.empty() || to.back().is_exchange() || piece.is_exchange()) {
      to.push_back(piece);
      continue;
    }
    to.back().seconds += piece.seconds;
    to.back().host_seconds += piece.host_seconds;
    to.back().memory_bytes += piece.memory_bytes;
  }
}

ShardShape shard_shape(const TrainingJob& job) {
  ShardShape shape;
  shape.microbatch = job.layout.microbatch;
  shape.tensor = job.layout.tensor;
  shape.context = job.layout.context;
  shape.context_exchange = job.layout.context_exchange;
  shape.sequence_parallel = job.layout.sequence_parallel;
  shape.expert = job.layout.expert;
  shape.expert_tensor = job.layout.effective_expert_tensor();
  shape.precision = job.precision;
  shape.recomputation = job.layout.recomputation;
  shape.flash_attention = job.software.flash_attention;
  shape.fused_passes = job.software.profile.fused_passes;
  return shape;
}

LayerTable::LayerTable(const TrainingJob& job) {
  const Network& network = *job.network;
  const ShardShape shape = shard_shape(job), keeping = without_recomputation(shape);
  const Coster cost(job);
  std::map<int, std::size_t> by_class;
  for (int i = 0; i < network.layer_count(); ++i) {
    const auto [entry, is_new] = by_class.try_emplace(network.layer_class(i), costs_.size());
    if (is_new) {
      costs_.push_back(cost(network.layer(i, shape)));
      kept_costs_.push_back(cost(network.layer(i, keeping)));
    }
    class_of_layer_.push_back(entry->second);
  }
  first_ = cost(network.first(shape));
  last_ = last_apart_ = cost(network.last(shape));
  last_apart_.parameters += network.tied_parameters(shape);
}

StageCosts::StageCosts(const LayerTable& table, const Layout& layout, const std::vector<int>& layers)
    : pipeline_(layout.pipeline) {
  int next = 0;
  chunks_.reserve(layers.size());
  for (const int count : layers) {
    Chunk chunk;
    chunk.reserve(static_cast<std::size_t>(count) + 2);
    if (chunks_.empty()) chunk.push_back(&table.first());
    for (int i = 0; i < count; ++i) chunk.push_back(&table.layer(next++, layout.recomputes(i)));
    chunks_.push_back(std::move(chunk));
  }
  chunks_.back().push_back(&table.last(pipeline_ > 1));
}

double StageCosts::sum_over(int stage, double LayerCosts::*amount) const {
  double sum = 0;
  for (int c = 0; c < chunks_per_stage(); ++c)
    for (const LayerCosts* layer : chunk(stage, c)) sum += layer->*amount;
  return sum;
}

double StageCosts::stage_parameters(int stage) const {
  return sum_over(stage, &LayerCosts::parameters);
}

double StageCosts::stage_expert_parameters(int stage) const {
  return sum_over(stage, &LayerCosts::expert_parameters);
}

Kernel optimiser_kernel(double parameters, const StateBytes& states) {
  const double read = states.gradient + states.master + states.moments;
  const double written = states.master + states.moments + states.weight;
  return memory_bound("optimiser", parameters * (read + written));
}

}  // namespace headroom::models
