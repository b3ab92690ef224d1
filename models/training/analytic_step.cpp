// SPDX-License-Identifier: Apache-2.0
// Closed form of a step. With f_s, b_s the forward and backward seconds of one microbatch on stage s (all its
// chunks), m microbatches, p stages, v chunks, x the transfer of one activation between stages:
//   a stage cannot start before the stages above it have passed the first microbatch down, works m (f_s +
//   b_s), and the last gradient must travel back up:  T = max_s [ m (f_s + b_s) + sum_{i<s} (f_i + b_i) / v +
//   2 s x ]
// (Narayanan et al., 2104.04473, sec. 2.2: equal stages give m (f + b) + (p - 1) (f + b) / v). Gradients of
// the last microbatch leave bucket by bucket while its backward pass goes on (Li et al., 2006.15704,
// sec. 3.2.3).
#include "models/training/analytic_step.hpp"

#include <algorithm>

#include "models/training/step_program.hpp"

namespace headroom::models {
namespace {

class StepFormula {
 public:
  StepFormula(const TrainingJob& job, const StageCosts& costs, Exchanges& exchanges)
      : job_(job), layout_(job.layout), costs_(costs), exchanges_(exchanges) {}

  AnalyticStep operator()() {
    const int p = layout_.pipeline;
    std::vector<Breakdown> work;  // of one microbatch, by stage
    for (int s = 0; s < p; ++s) work.push_back(microbatch_work(s));
    AnalyticStep best;
    double fill = 0, busy = 0;
    for (int s = 0; s < p; ++s) {
      Breakdown b = scaled(work[static_cast<std::size_t>(s)], layout_.microbatches());
      b.bubble = fill / layout_.virtual_stages;
      b.exposed_pipeline = 2.0 * s * transfer_seconds(s);
      add_data_parallel(b, s);
      if (b.sum() >= best.seconds) best = {b.sum(), b, 0};
      busy += b.compute + b.host + b.exposed_tensor + b.optimiser;
      fill += work[static_cast<std::size_t>(s)].sum();
    }
    // Stages below the slowest idle while the last gradients return: the slowest one's own time counts.
    best.busy_fraction = busy / (p * best.seconds);
    return best;
  }

 private:
  static Breakdown scaled(Breakdown b, double factor) {
    b.compute *= factor;
    b.host *= factor;
    b.exposed_tensor *= factor;
    return b;
  }

  void add_pieces(Breakdown& b, const Pieces& pieces, int stage) {
    for (const Piece& piece : pieces) {
      if (piece.is_exchange()) {
        b.exposed_tensor +=
            exchanges_.plan(GroupKind::tensor, stage, 0, piece.exchange, piece.exchange_bytes).seconds;
      } else {
        b.compute += piece.seconds - piece.host_seconds;
        b.host += piece.host_seconds;
      }
    }
  }

  Breakdown microbatch_work(int stage) {
    Breakdown b;
    for (int c = 0; c < layout_.virtual_stages; ++c)
      for (const LayerCosts* layer : costs_.chunk(stage, c)) {
        add_pieces(b, layer->forward, stage);
        add_pieces(b, layer->backward, stage);
      }
    return b;
  }

  double transfer_seconds(int stage) {
    if (layout_.pipeline == 1) return 0;
    const double bytes = costs_.chunk(std::max(stage - 1, 0), 0).back()->boundary_bytes;
    const int from = std::max(stage - 1, 0);
    return exchanges_.plan(GroupKind::to_next, from, 0, Collective::send_receive, bytes).seconds;
  }

  [[nodiscard]] double exchange_seconds(GroupKind kind, int stage, Collective collective, double bytes) {
    if (bytes <= 0 || exchanges_.groups(kind, stage).front().size() < 2) return 0;
    return exchanges_.plan(kind, stage, 0, collective, bytes).seconds;
  }

  double reduce_seconds(int stage, double bytes) {
    if (layout_.zero_stage == 0)
      return exchange_seconds(GroupKind::data, stage, Collective::all_reduce, bytes);
    return exchange_seconds(GroupKind::shard, stage, Collective::reduce_scatter, bytes) +
           exchange_seconds(GroupKind::replicate, stage, Collective::all_reduce,
                            bytes / layout_.effective_shard_group());
  }

  double layer_seconds(const Pieces& pieces, int stage) {
    Breakdown b;
    add_pieces(b, pieces, stage);
    return b.sum();
  }

  // When the last bucket has left, counted from the start of the stage's last backward pass; `end` is its
  // end.
  double last_bucket(int stage, double& end) {
    double ready = 0, free = 0, bucket = 0;
    for (int c = layout_.virtual_stages - 1; c >= 0; --c) {
      const Chunk& chunk = costs_.chunk(stage, c);
      for (auto layer = chunk.rbegin(); layer != chunk.rend(); ++layer) {
        ready += layer_seconds((*layer)->backward, stage);
        bucket += (*layer)->parameters * job_.software.gradient_bytes;
        const bool is_last = c == 0 && layer + 1 == chunk.rend();
        if (!is_last && (!job_.software.overlap_data_parallel || bucket < job_.software.bucket_bytes))
          continue;
        free = std::max(free, ready) + reduce_seconds(stage, bucket);
        bucket = 0;
      }
    }
    end = ready;
    return free;
  }

  // ZeRO-3: a pass over the layers in which the next layer's parameters travel while one computes.
  double exposed_gathers(int stage, bool forward) {
    double exposed = 0, previous = 0;
    for (int c = 0; c < layout_.virtual_stages; ++c)
      for (const LayerCosts* layer : costs_.chunk(stage, c)) {
        const double gather = exchange_seconds(GroupKind::shard, stage, Collective::all_gather,
                                               layer->parameters * job_.states.weight);
        exposed += std::max(0.0, gather - previous);
        previous = layer_seconds(forward ? layer->forward : layer->backward, stage);
      }
    return exposed;
  }

  // ZeRO 1 and 2: updated parameters come back at once, or layer by layer during the first forward pass.
  double returned_parameters(int stage) {
    double arrived = 0, now = 0, computed = 0;
    for (int c = 0; c < layout_.virtual_stages; ++c)
      for (const LayerCosts* layer : costs_.chunk(stage, c)) {
        arrived += exchange_seconds(GroupKind::shard, stage, Collective::all_gather,
                                    layer->parameters * job_.states.weight);
        const double seconds = layer_seconds(layer->forward, stage);
        now = std::max(now, arrived) + seconds;
        computed += seconds;
      }
    return job_.software.overlap_data_parallel ? now - computed : arrived;
  }

  void add_data_parallel(Breakdown& b, int stage) {
    const int shard = layout_.effective_shard_group();
    const double parameters = costs_.stage_parameters(stage);
    const Kernel kernel =
        memory_bound("optimiser", parameters / shard * optimiser_bytes_per_parameter(job_.states));
    b.optimiser = kernel_time(kernel, job_.accelerator, job_.compute).seconds;
    if (layout_.data == 1) return;
    double end = 0;
    b.exposed_data = std::max(0.0, last_bucket(stage, end) - end);
    if (layout_.zero_stage == 1 || layout_.zero_stage == 2) b.exposed_data += returned_parameters(stage);
    if (layout_.zero_stage == 3)
      b.exposed_data +=
          layout_.microbatches() * (exposed_gathers(stage, true) + exposed_gathers(stage, false));
  }

  const TrainingJob& job_;
  const Layout& layout_;
  const StageCosts& costs_;
  Exchanges& exchanges_;
};

}  // namespace

AnalyticStep analytic_step(const TrainingJob& job, const StageCosts& costs, Exchanges& exchanges) {
  return StepFormula(job, costs, exchanges)();
}

}  // namespace headroom::models
