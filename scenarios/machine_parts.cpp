// SPDX-License-Identifier: Apache-2.0
#include "scenarios/machine_parts.hpp"

#include <limits>

#include "models/training/folding.hpp"
#include "scenarios/simulate_parts.hpp"

namespace headroom::scenarios {
namespace {

using models::CostKind;
using models::TrainingJob;

constexpr CostKind accelerator_prices[] = {CostKind::accelerators, CostKind::whole_servers};
constexpr CostKind server_prices[] = {CostKind::servers};
constexpr CostKind network_prices[] = {CostKind::network};
constexpr CostKind storage_prices[] = {CostKind::storage};

struct Description {
  const char* name;
  void (*speed_up)(Scenario& scenario, TrainingJob& job, double factor);
  std::span<const CostKind> bought_as;
};
constexpr Description descriptions[] = {
    // in the order of all_parts
    {"arithmetic rate (FLOP/s)",
     [](Scenario&, TrainingJob& job, double factor) {
       for (auto& peak : job.accelerator.peak_flops)
         if (peak) *peak *= factor;
     },
     accelerator_prices},
    {"device memory bandwidth",
     [](Scenario&, TrainingJob& job, double factor) { job.accelerator.memory_bytes_per_second *= factor; },
     accelerator_prices},
    {"scale-up (NVLink) bandwidth",
     [](Scenario& s, TrainingJob&, double factor) {
       s.cluster.server.scale_up_bytes_per_second *= factor;
       for (auto& link : s.cluster.server.mesh_links) link.bytes_per_second *= factor;
     },
     accelerator_prices},
    {"PCIe bandwidth",
     [](Scenario& s, TrainingJob&, double factor) {
       s.cluster.server.pcie_bytes_per_second *= factor;
       s.cluster.server.host_memory_bytes_per_second *= factor;
       s.cluster.server.socket_bytes_per_second *= factor;
     },
     server_prices},
    {"NIC and fabric bandwidth",
     [](Scenario& s, TrainingJob&, double factor) {
       s.cluster.server.nic_bytes_per_second *= factor;
       s.cluster.fabric.link_bytes_per_second *= factor;
     },
     network_prices},
    {"latency of switches and cables",
     [](Scenario& s, TrainingJob&, double factor) {
       s.cluster.fabric.switch_latency_seconds /= factor;
       s.cluster.fabric.cable_latency_seconds /= factor;
     },
     {}},
    {"storage and host decode",
     [](Scenario&, TrainingJob& job, double factor) {
       job.input.storage_bytes_per_second *= factor;
       job.input.decode_samples_per_second *= factor;
     },
     storage_prices},
    {"kernel launches of the host",
     [](Scenario&, TrainingJob& job, double factor) {
       job.software.profile.host_seconds_per_kernel /= factor;
       job.compute.kernel_latency_seconds /= factor;
     },
     {}},
};

const Description& description_of(MachinePart part) {
  return descriptions[static_cast<std::size_t>(part)];
}

models::TrainingStep simulate_folded(const Scenario& scenario, TrainingJob job) {
  job.fold = !job.slow.any();
  if (job.fidelity == models::Fidelity::message) job.fidelity = models::Fidelity::fluid;
  return models::simulate_step(cluster_of(scenario), job);
}

}  // namespace

const char* name_of(MachinePart part) {
  return description_of(part).name;
}

std::span<const CostKind> bought_as(MachinePart part) {
  return description_of(part).bought_as;
}

bool Resimulation::is_cheap() const {
  TrainingJob job = training_job(scenario_, workload_);
  job.unfold_up_to_ranks = TrainingJob{}.unfold_up_to_ranks;
  return !job.slow.any() || is_small_enough_to_unfold(job);
}

models::TrainingStep Resimulation::as_it_is() const {
  return simulate_folded(scenario_, training_job(scenario_, workload_));
}

models::TrainingStep Resimulation::with(std::span<const MachinePart> parts, double factor) const {
  Scenario changed = scenario_;
  TrainingJob job = training_job(scenario_, workload_);
  for (const MachinePart part : parts) description_of(part).speed_up(changed, job, factor);
  return simulate_folded(changed, std::move(job));
}

models::TrainingStep Resimulation::without_recomputation() const {
  TrainingJob job = training_job(scenario_, workload_);
  job.accelerator.memory_bytes = std::numeric_limits<double>::max();
  job.layout.recomputation = models::Recomputation::none;
  job.layout.recomputed_layers = -1;
  return simulate_folded(scenario_, std::move(job));
}

models::TrainingStep Resimulation::without_slow_accelerators() const {
  TrainingJob job = training_job(scenario_, workload_);
  job.slow = {};
  return simulate_folded(scenario_, std::move(job));
}

}  // namespace headroom::scenarios
