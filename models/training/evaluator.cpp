// SPDX-License-Identifier: Apache-2.0
#include "models/training/evaluator.hpp"

#include <utility>

#include "models/training/input.hpp"
#include "sim/error.hpp"

namespace headroom::models {

LayoutEvaluator::LayoutEvaluator(const topologies::Cluster& cluster, TrainingJob job)
    : cluster_(cluster), job_(std::move(job)) {
  if (job_.slow.any())
    throw bad_input("slow accelerators: expected fidelity fluid or message, found analytic");
}

const LayoutEvaluator::Shape& LayoutEvaluator::shape() {
  const Layout& l = job_.layout;
  const ShapeKey key{l.tensor, l.microbatch, l.sequence_parallel, l.recomputation};
  const auto found = shapes_.find(key);
  if (found != shapes_.end()) return found->second;
  return shapes_.emplace(key, Shape{Footprints(*job_.network, shard_shape(job_)), LayerTable(job_)})
      .first->second;
}

// Plans know the job's widths, and of its states over how many ranks they are split.
Exchanges& LayoutEvaluator::exchanges() {
  const Layout& l = job_.layout;
  const WidthsKey key{l.tensor, l.pipeline, l.data, l.effective_shard_group()};
  return exchanges_.try_emplace(key, cluster_, job_, Exchanges::For::one_group).first->second;
}

LayoutEvaluator::Evaluation LayoutEvaluator::evaluate(const Layout& layout) {
  check_layout(layout, *job_.network, cluster_.accelerators());
  job_.layout = layout;
  const Shape& shape = this->shape();
  const std::vector<int> layers = layers_of_stages(layout, *job_.network);
  Evaluation result;
  result.memory = peak_bytes(shape.footprints, layers, layout, job_.states, kept_);
  result.fits = result.memory.bytes <= job_.accelerator.memory_bytes;
  if (!result.fits) return result;
  result.step = analytic_step(job_, StageCosts(shape.costs, layout, layers), exchanges(), schedules_);
  wait_for_input(cluster_, job_, result.step.seconds, result.step.breakdown, result.step.busy_fraction);
  return result;
}

}  // namespace headroom::models
