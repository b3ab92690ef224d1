// SPDX-License-Identifier: Apache-2.0
#include "models/training/stage_clock.hpp"

#include <algorithm>
#include <limits>

#include "models/training/device_share.hpp"
#include "models/training/filling.hpp"
#include "models/training/host_optimiser.hpp"
#include "models/training/step_program.hpp"

namespace headroom::models {
namespace {

constexpr std::array inside_layers{StepCategory::tensor, StepCategory::expert, StepCategory::context};
constexpr std::size_t place_of(StepCategory category) {
  return static_cast<std::size_t>(category) - static_cast<std::size_t>(StepCategory::tensor);
}

void add(Breakdown& to, const Breakdown& work) {
  to.compute += work.compute;
  to.host += work.host;
  for (const StepCategory c : inside_layers) to.*exposed_part(c) += work.*exposed_part(c);
}

// On the compute stream.
double seconds_of(const Breakdown& work) {
  return work.compute + work.host + work.exposed_tensor + work.exposed_expert + work.exposed_context;
}

}  // namespace

StageClock::StageClock(const TrainingJob& job, const StageCosts& costs, Exchanges& exchanges, int stage)
    : job_(job),
      layout_(job.layout),
      exchanges_(exchanges),
      stage_(stage),
      overlaps_(job.software.overlap_data_parallel && job.layout.replicas() > 1),
      stage_parameters_(costs.stage_parameters(stage)),
      stage_expert_parameters_(costs.stage_expert_parameters(stage)) {
  for (int c = 0; c < layout_.virtual_stages; ++c) {
    Chunk chunk;
    Breakdown forward, backward, weights;
    for (const LayerCosts* layer : costs.chunk(stage, c)) {
      chunk.push_back(&layer_times(*layer));
      add(forward, chunk.back()->forward);
      add(backward, chunk.back()->backward);
      add(weights, chunk.back()->weights);
    }
    chunks_.push_back(std::move(chunk));
    chunk_forward_.push_back(forward);
    chunk_backward_.push_back(backward);
    chunk_weights_.push_back(weights);
  }
  backwards_left_.assign(chunks_.size(), layout_.microbatches());
}

Breakdown StageClock::times_of(const Pieces& pieces) {
  Breakdown b;
  for (const Piece& piece : pieces) {
    if (piece.is_exchange()) {
      if (exchanges_.group_size(piece.group) < 2) continue;
      b.compute += piece.seconds;
      b.*exposed_part(category_of(piece.group)) += exposed_seconds(piece);
    } else {
      b.compute += piece.seconds - piece.host_seconds;
      b.host += piece.host_seconds;
    }
  }
  return b;
}

// Kernels beside an exchange get the multiprocessors that it leaves.
double StageClock::exposed_seconds(const Piece& piece) {
  const CollectiveTime& time = exchanges_.time(piece.group, stage_, piece.exchange, piece.exchange_bytes);
  note_bottleneck(time, inside_layers_[place_of(category_of(piece.group))]);
  if (!piece.is_overlapped()) return time.seconds;
  const Exchange beside = exchange(piece.group, piece.exchange, piece.exchange_bytes);
  return std::max(beside.seconds - piece.seconds, beside.seconds * beside.device_share);
}

const StageClock::LayerTimes& StageClock::layer_times(const LayerCosts& layer) {
  const auto [it, is_new] = layers_.try_emplace(&layer);
  if (!is_new) return it->second;
  LayerTimes& times = it->second;
  times.forward = times_of(layer.forward);
  times.backward = times_of(layer.backward);
  times.weights = times_of(layer.weights);
  const double frozen_bytes = layout_.zero_stage == 3 ? layer.frozen_bytes : 0;
  if (layout_.zero_stage > 0)
    times.gather = one_after_the_other(exchange(GroupKind::shard, Collective::all_gather,
                                                layer.parameters * job_.states.weight + frozen_bytes),
                                       exchange(GroupKind::expert_replicas, Collective::all_gather,
                                                layer.expert_parameters * job_.states.weight));
  times.gather.seconds += fetch_seconds(exchanges_.cluster(), layout_,
                                        layer.parameters * job_.states.weight + layer.frozen_bytes);
  times.gradient_bytes = layer.parameters * job_.software.gradient_bytes;
  times.expert_gradient_bytes = layer.expert_parameters * job_.software.gradient_bytes;
  return times;
}

void StageClock::note_bottleneck(const CollectiveTime& time, Exchange& exchange) const {
  exchange.seconds = time.seconds;
  exchange.transfer_share = 1 - time.latency_seconds / time.seconds;
  if (!time.bottleneck.is_none()) exchange.bottleneck = exchanges_.cluster().link(time.bottleneck).kind;
}

StageClock::Exchange StageClock::exchange(GroupKind kind, Collective collective, double bytes) {
  if (bytes <= 0 || exchanges_.group_size(kind) < 2) return {};
  const std::vector<int>& group = exchanges_.group(kind, stage_, 0);
  const CollectiveTime& time = exchanges_.time(kind, stage_, collective, bytes);
  Exchange e;
  note_bottleneck(time, e);
  e.device_share = multiprocessor_share_per_rate(collective, time.channels, group, exchanges_.cluster(),
                                                 job_.accelerator) *
                   bytes / time.seconds;
  return e;
}

const StageClock::Exchange& StageClock::reduction(double bytes) {
  const auto [it, is_new] = reduction_times_.try_emplace(bytes);
  if (!is_new) return it->second;
  if (layout_.zero_stage == 0) return it->second = exchange(GroupKind::data, Collective::all_reduce, bytes);
  const Exchange shards = exchange(GroupKind::shard, Collective::reduce_scatter, bytes);
  if (!splits_shards(layout_)) return it->second = shards;
  const Exchange replicas =
      exchange(GroupKind::replicate, Collective::all_reduce, bytes / layout_.effective_shard_group());
  return it->second = one_after_the_other(shards, replicas);
}

const StageClock::Exchange& StageClock::expert_reduction(double bytes) {
  const auto [it, is_new] = expert_reduction_times_.try_emplace(bytes);
  if (is_new)
    it->second =
        exchange(GroupKind::expert_replicas,
                 layout_.zero_stage == 0 ? Collective::all_reduce : Collective::reduce_scatter, bytes);
  return it->second;
}

// What the longer one is like decides what both do to others.
StageClock::Exchange StageClock::one_after_the_other(const Exchange& a, const Exchange& b) {
  Exchange both = a.seconds > b.seconds ? a : b;
  both.seconds = a.seconds + b.seconds;
  return both;
}

double StageClock::seconds_alone(int chunk) const {
  Breakdown both = chunk_forward_[static_cast<std::size_t>(chunk)];
  add(both, chunk_backward_[static_cast<std::size_t>(chunk)]);
  add(both, chunk_weights_[static_cast<std::size_t>(chunk)]);
  return seconds_of(both);
}

double StageClock::forward_seconds_alone(int chunk) const {
  return seconds_of(chunk_forward_[static_cast<std::size_t>(chunk)]);
}

// ---- compute ----

void StageClock::wait_until(double time, double Breakdown::*part) {
  if (time <= now_) return;
  breakdown_.*part += time - now_;
  now_ = time;
}

void StageClock::wait_for(const Transfer& input) {
  wait_until(std::min(input.sent, input.arrives), &Breakdown::bubble);
  wait_until(input.arrives, &Breakdown::exposed_pipeline);
}

void StageClock::run(const Breakdown& work) {
  const double begin = now_;
  add(breakdown_, work);
  const double all = seconds_of(work);
  double exchanging = 0;
  for (const StepCategory c : inside_layers) {
    double Breakdown::*part = exposed_part(c);
    const double shared = shared_seconds(work.*part, inside_layers_[place_of(c)], all);
    exchanging += work.*part;
    exchanging += shared;
    breakdown_.*part += shared;
  }
  run_kernels(work.compute + work.host);
  now_ += exchanging;
  busy_ += now_ - begin;
}

// Exchanges between kernels and what goes on beside share a bottleneck evenly, so each waits for the other as
// long as both have bytes to move. Exchanges are spread over the work, which takes `all` seconds.
double StageClock::shared_seconds(double exchanging, const Exchange& what, double all) {
  if (!overlaps_ || !what.bottleneck || exchanging <= 0) return 0;
  double shared = 0;
  for (Beside* beside : {&gathers_, &reductions_}) {
    if (beside->until <= now_ || beside->what.bottleneck != what.bottleneck) continue;
    const double together = std::min(1.0, (beside->until - now_) / all) * exchanging;
    const double waits = together * what.transfer_share * beside->what.transfer_share;
    beside->until += waits;
    shared += waits;
  }
  return shared;
}

void StageClock::run_kernels(double seconds) {
  const double undisturbed_end = now_ + seconds;
  while (overlaps_ && seconds > 0) {
    double until = std::numeric_limits<double>::infinity(), rate = 1;
    for (const Beside* beside : {&gathers_, &reductions_}) {
      if (beside->until <= now_) continue;
      until = std::min(until, beside->until);
      rate -= beside->what.device_share;
    }
    if (rate == 1) break;
    const double done = std::min(seconds, (until - now_) * rate);
    now_ = done < seconds ? until : now_ + seconds / rate;
    seconds -= done;
  }
  now_ += std::max(seconds, 0.0);
  breakdown_.exposed_data += std::max(0.0, now_ - undisturbed_end);
}

void StageClock::forward(const Task& task) {
  const bool gathers =
      layout_.zero_stage == 3 || (overlaps_ && task.microbatch == 0 && layout_.zero_stage > 0);
  const auto chunk = static_cast<std::size_t>(task.chunk);
  if (!gathers) return run(chunk_forward_[chunk]);
  const Chunk& layers = chunks_[chunk];
  run_layers(layers.begin(), layers.end(), &LayerTimes::forward, true, false);
}

void StageClock::backward(const Task& task) {
  const auto chunk = static_cast<std::size_t>(task.chunk);
  const bool of_weights = task.pass == Pass::weights;
  if (layout_.splits_backward() && !of_weights) return run(chunk_backward_[chunk]);
  const bool is_last = --backwards_left_[chunk] == 0;
  const bool reduces = layout_.replicas() > 1 && (layout_.zero_stage >= 2 || is_last);
  if (!reduces && !layout_.fetches_layers())
    return run(of_weights ? chunk_weights_[chunk] : chunk_backward_[chunk]);
  const Chunk& layers = chunks_[chunk];
  run_layers(layers.rbegin(), layers.rend(), of_weights ? &LayerTimes::weights : &LayerTimes::backward,
             layout_.zero_stage == 3, reduces);
  if (overlaps_ || layout_.zero_stage >= 2) flush_gradients();
  if (!overlaps_ && layout_.zero_stage >= 2) wait_until(reductions_.until, &Breakdown::exposed_data);
}

// With ZeRO-3 there is room for one layer beside the one that computes, so a layer's parameters come in once
// the layer two before it has ended; else all may come at once.
template <class Iterator>
void StageClock::run_layers(Iterator first, Iterator last, Breakdown LayerTimes::*pass, bool gathers,
                            bool reduces) {
  const bool waits_for_room = layout_.zero_stage == 3;
  if (gathers && first != last) gather((*first)->gather, waits_for_room ? previous_layer_end_ : 0);
  for (auto layer = first; layer != last; ++layer) {
    if (gathers) wait_until(gathers_.until, &Breakdown::exposed_data);
    if (gathers && layer + 1 != last) gather((*(layer + 1))->gather, waits_for_room ? layer_end_ : 0);
    run((**layer).*pass);
    previous_layer_end_ = layer_end_;
    layer_end_ = now_;
    if (reduces) fill_bucket(**layer);
  }
}

// ---- what runs beside ----

// Two exchanges over one bottleneck: while both move bytes each gets half. The bottleneck is never idle
// meanwhile, so they end no later than one after the other.
void StageClock::put_beside(const Exchange& exchange, double earliest, Beside& stream, Beside& other) {
  if (earliest > std::max(stream.until, other.until)) either_since_ = earliest, either_work_ = 0;
  if (earliest > stream.until) stream.since = stream.until = earliest;
  const double start = stream.until;
  stream.until += exchange.seconds;
  stream.what = exchange;
  either_since_ = std::min(either_since_, start);
  either_work_ += exchange.seconds;
  if (!exchange.bottleneck || exchange.bottleneck != other.what.bottleneck) return;
  const double both = std::min(stream.until, other.until) - std::max(start, other.since);
  if (both <= 0) return;
  const double longer = both * exchange.transfer_share * other.what.transfer_share;
  const double latest = either_since_ + either_work_;
  stream.until = std::max(stream.until, std::min(stream.until + longer, latest));
  other.until = std::max(other.until, std::min(other.until + longer, latest));
}

void StageClock::gather(const Exchange& exchange, double earliest) {
  if (exchange.seconds > 0) put_beside(exchange, earliest, gathers_, reductions_);
}

void StageClock::fill_bucket(const LayerTimes& layer) {
  bucket_bytes_ += layer.gradient_bytes;
  expert_bucket_bytes_ += layer.expert_gradient_bytes;
  if (overlaps_ && bucket_bytes_ + expert_bucket_bytes_ >= job_.software.bucket_bytes) flush_gradients();
}

void StageClock::flush_gradients() {
  if (expert_bucket_bytes_ > 0)
    put_beside(expert_reduction(expert_bucket_bytes_), now_, reductions_, gathers_);
  if (bucket_bytes_ > 0) put_beside(reduction(bucket_bytes_), now_, reductions_, gathers_);
  bucket_bytes_ = expert_bucket_bytes_ = 0;
}

Transfer StageClock::send(bool forward, double bytes) {
  const GroupKind kind = forward ? GroupKind::to_next : GroupKind::to_previous;
  Sending& stream = forward ? forward_ : backward_;
  if (bytes != stream.bytes)
    stream = {stream.free, bytes, exchanges_.time(kind, stage_, Collective::send_receive, bytes).seconds};
  const double sent = std::max(stream.free, now_);
  stream.free = sent + stream.seconds;
  return {sent, stream.free};
}

void StageClock::reduce_together(StageClock& a, StageClock& b, double seconds) {
  const double start = std::max({a.now_, b.now_, a.reductions_.until, b.reductions_.until});
  a.reductions_.until = b.reductions_.until = start + seconds;
}

void StageClock::optimise() {
  wait_until(reductions_.until, &Breakdown::exposed_data);
  const double seconds = optimiser_seconds(exchanges_.cluster(), job_,
                                           stage_parameters_ / layout_.effective_shard_group() +
                                               stage_expert_parameters_ / layout_.expert_shard_group());
  breakdown_.optimiser = seconds;
  busy_ += seconds;
  now_ += seconds;
  const bool returns = layout_.zero_stage == 1 || layout_.zero_stage == 2;
  if (!returns || overlaps_) return;
  const double whole =
      exchange(GroupKind::shard, Collective::all_gather, stage_parameters_ * job_.states.weight).seconds +
      exchange(GroupKind::expert_replicas, Collective::all_gather,
               stage_expert_parameters_ * job_.states.weight)
          .seconds;
  wait_until(now_ + whole, &Breakdown::exposed_data);
}

}  // namespace headroom::models
