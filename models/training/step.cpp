// SPDX-License-Identifier: Apache-2.0
#include "models/training/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/training/breakdown.hpp"
#include "models/training/evaluator.hpp"
#include "models/training/folding.hpp"
#include "models/training/host_optimiser.hpp"
#include "models/training/input.hpp"
#include "models/training/step_program.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

void name_plans(const Exchanges& exchanges, TrainingStep& step) {
  for (const auto& planned : exchanges.plans()) {
    step.plan_names.push_back(planned.name());
    step.plans.push_back(*planned.plan);
  }
}

struct Prepared {
  Exchanges exchanges;
  StepProgram program;
  std::string folding_note;
};

Prepared prepare(const topologies::Cluster& cluster, const TrainingJob& job, const StageCosts& costs,
                 Exchanges::For planned, const std::string& note) {
  Exchanges exchanges(cluster, job, planned);
  StepProgram program = build_step_program(cluster, job, costs, exchanges);
  return {std::move(exchanges), std::move(program), note};
}

// Folded where that is exact or the job is too large for anything else.
Prepared prepare(const topologies::Cluster& cluster, const TrainingJob& job, const StageCosts& costs) {
  const auto unfolded = [&] { return prepare(cluster, job, costs, Exchanges::For::each_group, {}); };
  if (!job.fold || job.fidelity == Fidelity::message) return unfolded();
  const bool small = is_small_enough_to_unfold(job);
  if (job.slow.any() && !small)
    throw bad_input(
        fmt::format("slow accelerators: no rank can stand for others where some are slow, and {} are many to "
                    "simulate one by one: expected fold = false (--no-fold), found true",
                    job.layout.accelerators()));
  if (job.slow.any()) return unfolded();
  const std::string why =
      why_folding_is_not_exact(cluster, job.layout, small ? Exactness::to_the_tick : Exactness::of_rates);
  if (small && !why.empty()) return unfolded();
  Prepared folded = prepare(cluster, job, costs, Exchanges::For::one_group, why);
  if (why.empty()) folded.folding_note = why_plans_meet_unevenly(cluster, folded.exchanges);
  if (small && !folded.folding_note.empty()) return unfolded();
  return folded;
}

void simulate(const topologies::Cluster& cluster, const TrainingJob& job, const StageCosts& costs,
              const sim::RunOptions& run, TrainingStep& step) {
  const Prepared prepared = prepare(cluster, job, costs);
  const StepProgram& program = prepared.program;
  name_plans(prepared.exchanges, step);
  step.folding_note = prepared.folding_note;
  const auto timeline = std::make_shared<const sim::Timeline>(sim::run(*program.program, run));
  step.step_seconds = sim::to_seconds(timeline->makespan);
  step.breakdown = breakdown_of(program, *timeline, critical_member(program, *timeline));
  step.busy_fraction = busy_fraction(program, *timeline);
  for (const auto& [link, resource] : program.links)
    step.links.push_back({link, {}, cluster.link(link).kind, timeline->served[resource.value], 0});
  step.statistics = timeline->statistics;
  step.program = program.program;
  step.timeline = timeline;
}

void answer_analytically(const topologies::Cluster& cluster, const TrainingJob& job, TrainingStep& step) {
  LayoutEvaluator evaluator(cluster, job);
  const AnalyticStep analytic = evaluator.evaluate(job.layout).step;
  Exchanges& exchanges = evaluator.exchanges();
  step.step_seconds = analytic.seconds;
  step.breakdown = analytic.breakdown;
  step.busy_fraction = analytic.busy_fraction;
  exchanges.plan_timed();
  name_plans(exchanges, step);
}

// The most used link of each kind and capacity: the others of that kind carry the same or less.
void rank_links(const topologies::Cluster& cluster, TrainingStep& step) {
  std::map<std::pair<topologies::LinkKind, double>, LinkUse> most;
  for (LinkUse& use : step.links) {
    const double capacity = cluster.link(use.link).bytes_per_second;
    use.utilisation = use.bytes / (capacity * step.step_seconds);
    const auto [it, is_new] = most.try_emplace({use.kind, capacity}, use);
    if (!is_new && use.utilisation > it->second.utilisation) it->second = use;
  }
  step.links.clear();
  for (auto& [kind, use] : most) {
    use.name = cluster.link_name(use.link);
    step.links.push_back(use);
  }
  std::stable_sort(step.links.begin(), step.links.end(),
                   [](const LinkUse& a, const LinkUse& b) { return a.utilisation > b.utilisation; });
}

}  // namespace

double SlowAccelerators::speed_of(int rank) const {
  return std::find(ranks.begin(), ranks.end(), rank) == ranks.end() ? 1 : speed;
}

const char* to_string(Fidelity f) {
  switch (f) {
    case Fidelity::analytic:
      return "analytic";
    case Fidelity::fluid:
      return "fluid";
    case Fidelity::message:
      break;
  }
  return "message";
}

const char* to_string(StepCategory c) {
  static constexpr const char* names[] = {
      "compute",  "tensor-parallel", "expert-parallel", "context-parallel",
      "pipeline", "data-parallel",   "optimiser",       "input"};
  return names[static_cast<std::size_t>(c)];
}

double Breakdown::*exposed_part(StepCategory communication) {
  switch (communication) {
    case StepCategory::tensor:
      return &Breakdown::exposed_tensor;
    case StepCategory::expert:
      return &Breakdown::exposed_expert;
    case StepCategory::context:
      return &Breakdown::exposed_context;
    case StepCategory::pipeline:
      return &Breakdown::exposed_pipeline;
    default:
      return &Breakdown::exposed_data;
  }
}

TrainingStep simulate_step(const topologies::Cluster& cluster, const TrainingJob& job,
                           const sim::RunOptions& run) {
  check_layout(job.layout, *job.network, cluster.accelerators());
  TrainingStep step;
  step.memory = peak_memory(*job.network, job.layout, shard_shape(job), job.states);
  const MemoryCapacity capacity = memory_capacity(job.accelerator, cluster.server());
  step.fits =
      step.memory.total_bytes <= capacity.device_bytes && step.memory.host_bytes <= capacity.host_bytes;
  step.model_flops = job.network->model_flops_per_sample() * job.layout.global_batch;
  if (!step.fits) return step;

  if (job.fidelity == Fidelity::analytic) {
    answer_analytically(cluster, job, step);
  } else {
    const LayerTable table(job);
    simulate(cluster, job, StageCosts(table, job.layout, layers_of_stages(job.layout, *job.network)), run,
             step);
    wait_for_input(cluster, job, step.step_seconds, step.breakdown, step.busy_fraction);
  }
  rank_links(cluster, step);
  const double peak = job.accelerator.peak(job.precision).value_or(0);
  if (peak <= 0)
    throw internal(fmt::format("no peak rate of {} for {}", job.accelerator.id, to_string(job.precision)));
  step.mfu = step.model_flops / (step.step_seconds * peak * cluster.accelerators());
  return step;
}

}  // namespace headroom::models
