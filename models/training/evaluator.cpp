// SPDX-License-Identifier: Apache-2.0
#include "models/training/evaluator.hpp"

#include <algorithm>
#include <utility>

#include "models/training/host_optimiser.hpp"
#include "models/training/input.hpp"
#include "models/training/stage_clock.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

double kernel_seconds(const Chunk& chunk) {
  double sum = 0;
  for (const LayerCosts* layer : chunk) sum += layer->forward_kernel_seconds + layer->backward_kernel_seconds;
  return sum;
}

double forward_kernel_seconds(const Chunk& chunk) {
  double sum = 0;
  for (const LayerCosts* layer : chunk) sum += layer->forward_kernel_seconds;
  return sum;
}

}  // namespace

LayoutEvaluator::LayoutEvaluator(const topologies::Cluster& cluster, TrainingJob job)
    : cluster_(cluster), job_(std::move(job)) {
  if (job_.slow.any())
    throw bad_input("slow accelerators: expected fidelity fluid or message, found analytic");
}

const LayoutEvaluator::Shape& LayoutEvaluator::shape() {
  const Layout& l = job_.layout;
  const ShapeKey key{
      l.tensor,        l.context, l.context_exchange,          l.microbatch,       l.sequence_parallel,
      l.recomputation, l.expert,  l.effective_expert_tensor(), l.splits_backward()};
  const auto found = shapes_.find(key);
  if (found != shapes_.end()) return found->second;
  return shapes_.emplace(key, Shape{Footprints(*job_.network, shard_shape(job_)), LayerTable(job_)})
      .first->second;
}

// Plans know the job's widths, and of its states over how many ranks they are split.
Exchanges& LayoutEvaluator::exchanges() {
  const Layout& l = job_.layout;
  const WidthsKey key{l.tensor,
                      l.context,
                      l.context_exchange,
                      l.pipeline,
                      l.data,
                      l.effective_shard_group(),
                      l.expert,
                      l.effective_expert_tensor()};
  return exchanges_.try_emplace(key, cluster_, job_, Exchanges::For::one_group).first->second;
}

bool LayoutEvaluator::fits(const Layout& layout) {
  job_.layout = layout;
  return fits_into(memory_capacity(job_.accelerator, cluster_.server()), shape().footprints,
                   layers_of_stages(layout, *job_.network), layout, job_.states, kept_);
}

PeakMemory LayoutEvaluator::peak_memory(const Layout& layout) {
  job_.layout = layout;
  return peak_bytes(shape().footprints, layers_of_stages(layout, *job_.network), layout, job_.states, kept_);
}

// A stage works off all its microbatches; before its first one come the forward passes of the stages before
// it, and after its last one their backward passes, each through one chunk. (Passes for weights alone may
// still run then.)
template <class SecondsOfChunk, class ForwardSeconds>
LayoutEvaluator::Bounds LayoutEvaluator::bounds_by(const Layout& layout, SecondsOfChunk seconds,
                                                   ForwardSeconds forward_seconds) {
  Bounds bounds;
  double fill_and_drain = 0;
  for (int stage = 0; stage < layout.pipeline; ++stage) {
    double work = 0;
    for (int c = 0; c < layout.virtual_stages; ++c) work += seconds(stage, c);
    work *= layout.microbatches();
    bounds.seconds = std::max(bounds.seconds, fill_and_drain + work);
    bounds.busy_seconds += work / layout.pipeline;
    fill_and_drain += layout.splits_backward() ? forward_seconds(stage) : seconds(stage, 0);
  }
  return bounds;
}

LayoutEvaluator::Bounds LayoutEvaluator::bounds(const Layout& layout) {
  if (!fits(layout)) return {.fits = false};
  const StageCosts costs(shape().costs, layout, layers_of_stages(layout, *job_.network));
  return bounds_by(
      layout, [&](int stage, int chunk) { return kernel_seconds(costs.chunk(stage, chunk)); },
      [&](int stage) { return forward_kernel_seconds(costs.chunk(stage, 0)); });
}

LayoutEvaluator::Bounds LayoutEvaluator::close_bounds(const Layout& layout) {
  job_.layout = layout;
  const StageCosts costs(shape().costs, layout, layers_of_stages(layout, *job_.network));
  std::vector<StageClock> clocks;
  clocks.reserve(static_cast<std::size_t>(layout.pipeline));
  for (int stage = 0; stage < layout.pipeline; ++stage) clocks.emplace_back(job_, costs, exchanges(), stage);
  const auto clock = [&](int stage) -> const StageClock& { return clocks[static_cast<std::size_t>(stage)]; };
  return bounds_by(
      layout, [&](int stage, int chunk) { return clock(stage).seconds_alone(chunk); },
      [&](int stage) { return clock(stage).forward_seconds_alone(0); });
}

LayoutEvaluator::Evaluation LayoutEvaluator::evaluate(const Layout& layout) {
  check_layout(layout, *job_.network, cluster_.accelerators());
  Evaluation result;
  result.memory = peak_memory(layout);
  result.fits = result.memory.fits(memory_capacity(job_.accelerator, cluster_.server()));
  if (!result.fits) return result;
  const StageCosts costs(shape().costs, layout, layers_of_stages(layout, *job_.network));
  result.step = analytic_step(job_, costs, exchanges(), schedules_);
  wait_for_input(cluster_, job_, result.step.seconds, result.step.breakdown, result.step.busy_fraction);
  return result;
}

}  // namespace headroom::models
