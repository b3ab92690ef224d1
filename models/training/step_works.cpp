// SPDX-License-Identifier: Apache-2.0
#include "models/training/step_works.hpp"

#include <algorithm>

namespace headroom::models {
namespace {

// Kernels of a communication library are resident: what computes beside them gets what they leave. Compute
// works count in seconds per second and transfers in bytes per second, so a share this small puts compute
// last in the sharing.
constexpr double compute_share = 1e-15;

}  // namespace

sim::WorkId StepWorks::note(sim::WorkId work, double alone, double host) {
  alone_seconds_.resize(program_.work_count());
  host_seconds_.resize(program_.work_count());
  alone_seconds_[work.value] = alone;
  host_seconds_[work.value] = host;
  return work;
}

sim::WorkId StepWorks::delay(double seconds) {
  const auto [it, is_new] = delays_.try_emplace(seconds);
  if (is_new) it->second = note(program_.add_work({.latency_seconds = seconds}), seconds, 0);
  return it->second;
}

sim::WorkId StepWorks::kernels(const Piece& piece, const Member& member, bool beside_communication) {
  const std::uint32_t owner = beside_communication ? member.compute.value : sim::StreamId::none_value;
  const auto [it, is_new] = kernels_.try_emplace({&piece, owner});
  if (!is_new) return it->second;
  sim::Work work;
  const sim::Demand demands[] = {{member.multiprocessors, 1},
                                 {member.device_memory, piece.memory_bytes / piece.seconds}};
  if (beside_communication) {
    work = {.amount = piece.seconds, .rate_cap = 1, .share = compute_share, .demands = demands};
  } else {
    work.latency_seconds = piece.seconds;
  }
  it->second = note(program_.add_work(work), piece.seconds, piece.host_seconds);
  return it->second;
}

sim::WorkId StepWorks::collective(const CollectivePlan& plan, const std::vector<const Member*>& on) {
  const auto [it, is_new] = collectives_.try_emplace(&plan);
  if (!is_new) return it->second;
  std::vector<sim::Demand> devices;
  for (const Member* m : on) {
    if (job_.accelerator.multiprocessors > 0)
      devices.push_back(
          {m->multiprocessors, plan.channels / double(job_.accelerator.multiprocessors) / plan.rate_cap});
    devices.push_back({m->device_memory, plan.memory_bytes_per_byte});
  }
  it->second = note(add_fluid_work(program_, links_, plan, devices), plan.seconds, 0);
  return it->second;
}

void StepWorks::finish(StepProgram& step) {
  host_seconds_.resize(program_.work_count());
  alone_seconds_.resize(program_.work_count());
  step.host_seconds = std::move(host_seconds_);
  step.alone_seconds = std::move(alone_seconds_);
  step.links = links_.used();
}

}  // namespace headroom::models
