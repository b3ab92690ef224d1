// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/catalogue/units.hpp"
#include "models/training/host_optimiser.hpp"
#include "models/training/stage_costs.hpp"
#include "scenarios/simulate_parts.hpp"

namespace headroom::scenarios {
namespace {

using models::TrainingStep;

// A layout this close to the limit may fail in practice: fragmentation and library workspaces vary from run
// to run.
constexpr double memory_warning_fraction = 0.95;

std::string reason_why_not(const Answer& answer, const TrainingWorkload& workload,
                           const models::TrainingJob& job) {
  const models::MemoryEstimate& memory = answer.training->memory;
  const topologies::ServerDescription& server = answer.scenario.cluster.server;
  const double host_bytes = memory_capacity(job.accelerator, server).host_bytes;
  if (memory.host_bytes > host_bytes)
    return fmt::format(
        "does not fit: the optimiser needs {} of host memory for each accelerator, and {} has {}; split its "
        "states over more ranks (layout.zero, layout.data) or keep them on the accelerators",
        models::print_bytes(memory.host_bytes), server.name, models::print_bytes(host_bytes));
  const auto largest = std::max_element(memory.terms.begin(), memory.terms.end(),
                                        [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  std::string change =
      models::smallest_change_that_fits(*workload.network, workload.layout, shard_shape(job), workload.states,
                                        workload.layout.accelerators(), job.accelerator.memory_bytes);
  if (change.empty()) change = "no single change of the layout fits: take more or larger accelerators";
  return fmt::format(
      "does not fit: stage {} needs {} of the {} of one {}; the largest term is {} ({}); smallest change: {}",
      memory.stage, models::print_bytes(memory.total_bytes),
      models::print_bytes(job.accelerator.memory_bytes), job.accelerator.id, largest->name,
      models::print_bytes(largest->bytes), change);
}

void add_breakdown(std::map<std::string, double>& q, const models::Breakdown& b) {
  q["compute_seconds"] = b.compute;
  q["exposed_tensor_seconds"] = b.exposed_tensor;
  q["exposed_expert_seconds"] = b.exposed_expert;
  q["exposed_context_seconds"] = b.exposed_context;
  q["exposed_pipeline_seconds"] = b.exposed_pipeline;
  q["exposed_data_seconds"] = b.exposed_data;
  q["bubble_seconds"] = b.bubble;
  q["optimiser_seconds"] = b.optimiser;
  q["input_seconds"] = b.input;
  q["input_share"] = b.input / b.sum();
  q["host_seconds"] = b.host;
}

void add_rates(Answer& answer, const TrainingWorkload& workload) {
  const TrainingStep& step = *answer.training;
  auto& q = answer.quantities;
  const double accelerators = workload.layout.accelerators();
  const double units =
      workload.network->units_per_sample() * workload.layout.global_batch / step.step_seconds;
  const std::string unit = workload.network->unit_name();
  q["accelerators"] = accelerators + answer.scenario.cluster.idle();
  q["idle_accelerators"] = answer.scenario.cluster.idle();
  q["step_seconds"] = step.step_seconds;
  q[unit + "_per_second"] = units;
  q[unit + "_per_second_per_gpu"] = units / accelerators;
  q["mfu"] = step.mfu;
  if (step.mfu > 0) q["ideal_seconds"] = step.mfu * step.step_seconds;
  q["model_flops_per_second_per_gpu"] = step.model_flops / step.step_seconds / accelerators;
  // A run is whole steps.
  const double units_per_step = units * step.step_seconds;
  if (workload.run_units > 0)
    q["run_seconds"] = std::ceil(workload.run_units / units_per_step) * step.step_seconds;
  add_breakdown(q, step.breakdown);
}

// Which measurements an interval rests on.
const char* measured_like(const models::Network& network) {
  if (network.decodes_images()) return "cnn";
  if (network.has_tables()) return "recommender";
  return network.routed_experts() > 0 ? "moe-llm" : "dense-llm";
}

// Lookups in embedding tables and updates of their rows, of a step of one rank.
double table_seconds(const models::TrainingJob& job) {
  if (!job.network->has_tables()) return 0;
  const models::LayerTable layers(job);
  return job.layout.microbatches() *
         (layers.first().forward_kernel_seconds + layers.first().backward_kernel_seconds);
}

// The largest part of the step, with the most used link where it is communication.
std::string limit_of(const TrainingStep& step, const models::TrainingJob& job) {
  const models::Breakdown& b = step.breakdown;
  const auto link_of = [&](std::initializer_list<topologies::LinkKind> kinds) -> std::string {
    for (const models::LinkUse& use : step.links)
      if (std::find(kinds.begin(), kinds.end(), use.kind) != kinds.end())
        return fmt::format(", on {} ({:.0f} % used over the step)", use.name, 100 * use.utilisation);
    return "";
  };
  using topologies::LinkKind;
  const std::string any =
      link_of({LinkKind::scale_up, LinkKind::pcie, LinkKind::socket, LinkKind::host_memory, LinkKind::nic,
               LinkKind::leaf_uplink, LinkKind::spine_uplink});
  const double tables = table_seconds(job);
  const bool has_tables = tables > 0;
  const std::pair<double, std::string> parts[] = {
      {b.compute - tables, "arithmetic and memory of the accelerators"},
      {b.exposed_tensor, "tensor-parallel communication" + any},
      {has_tables ? tables + b.exposed_expert : 0,
       fmt::format("embedding tables (lookups and updates {:.0f} %, exchange {:.0f} %{})",
                   100 * tables / step.step_seconds, 100 * b.exposed_expert / step.step_seconds, any)},
      {has_tables ? 0 : b.exposed_expert, "expert-parallel communication" + any},
      {b.exposed_context, "context-parallel communication" + any},
      {b.exposed_pipeline, "pipeline transfers" + any},
      {b.exposed_data, "data-parallel communication" + any},
      {b.bubble, "pipeline bubble"},
      {b.optimiser, "optimiser (memory bandwidth)"},
      {b.input, "input pipeline (storage or host decode)"},
      {b.host, "host: kernel launches"},
  };
  const auto& largest = *std::max_element(std::begin(parts), std::end(parts));
  return fmt::format("{}: {:.0f} % of the step", largest.second, 100 * largest.first / step.step_seconds);
}

void add_provenance(Answer& answer, const models::TrainingJob& job) {
  answer.provenance.push_back(
      fmt::format("kernel times: profile {} ({})", job.compute.name, job.compute.provenance));
  // Rates of convolutions are fitted to whole steps already.
  if (!job.network->decodes_images())
    answer.provenance.push_back(
        fmt::format("software profile {}: {}", job.software.profile.name, job.software.profile.fitted_to));
  answer.provenance.push_back("collectives: NCCL 2.30.7 tuning model, corrected by published measurements");
  answer.provenance.push_back(
      "machine and prices: catalogue facts (headroom catalogue show ID names each source)");
}

void add_warnings(Answer& answer) {
  const double used = answer.training->memory.total_bytes / answer.scenario.cluster.accelerator.memory_bytes;
  if (used > memory_warning_fraction)
    answer.warnings.push_back(fmt::format("memory within {:.1f} % of the limit", 100 * (1 - used)));
  if (!answer.training->folding_note.empty())
    answer.warnings.push_back(
        fmt::format("one rank of each stage stands for all, which is not exact here: {} (--no-fold simulates "
                    "every rank)",
                    answer.training->folding_note));
}

}  // namespace

models::TrainingJob training_job(const Scenario& scenario, const TrainingWorkload& workload) {
  models::TrainingJob job;
  job.network = workload.network;
  job.accelerator = scenario.cluster.accelerator;
  job.compute = workload.compute;
  job.layout = workload.layout;
  job.software = workload.software;
  job.input = workload.input;
  job.slow = scenario.cluster.slow;
  job.precision = workload.precision;
  job.states = workload.states;
  job.fidelity = scenario.fidelity;
  job.fold = scenario.fold;
  job.unfold_up_to_ranks = 0;  // what changes would bring is judged by ratios: folded will do
  return job;
}

models::TrainingStep simulate_training(const topologies::Cluster& cluster, const Scenario& scenario,
                                       const TrainingWorkload& workload, const sim::RunOptions& run) {
  models::TrainingJob job = training_job(scenario, workload);
  job.unfold_up_to_ranks = models::TrainingJob{}.unfold_up_to_ranks;
  return models::simulate_step(cluster, job, run);
}

void describe_training(const TrainingWorkload& workload, Answer& answer) {
  const models::TrainingJob job = training_job(answer.scenario, workload);
  const TrainingStep& step = *answer.training;
  answer.quantities["memory_bytes"] = step.memory.total_bytes;
  answer.quantities["memory_capacity_bytes"] = job.accelerator.memory_bytes;
  if (step.memory.host_bytes > 0) answer.quantities["host_memory_bytes"] = step.memory.host_bytes;
  if (!step.fits) {
    answer.feasible = false;
    answer.why_not = reason_why_not(answer, workload, job);
    return;
  }
  add_rates(answer, workload);
  add_interval("step_", step.step_seconds, measured_like(*workload.network), job.layout.accelerators(),
               answer);
  add_cost(workload, answer);
  answer.links = step.links;
  answer.limit = limit_of(step, job);
  add_provenance(answer, job);
  add_warnings(answer);
}

}  // namespace headroom::scenarios
