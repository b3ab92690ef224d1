// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "models/training/folding.hpp"
#include "scenarios/simulate_parts.hpp"

namespace headroom::scenarios {
namespace {

constexpr double faster = 1.1;          // what "+ 10 %" means
constexpr double worth_telling = 1e-3;  // of the step: smaller gains are not listed

struct Change {
  const char* name;
  void (*apply)(Scenario&, models::TrainingJob&);
};

constexpr Change changes[] = {
    {"arithmetic rate (FLOP/s) + 10 %",
     [](Scenario&, models::TrainingJob& job) {
       for (auto& peak : job.accelerator.peak_flops)
         if (peak) *peak *= faster;
     }},
    {"device memory bandwidth + 10 %",
     [](Scenario&, models::TrainingJob& job) { job.accelerator.memory_bytes_per_second *= faster; }},
    {"scale-up (NVLink) bandwidth + 10 %",
     [](Scenario& s, models::TrainingJob&) {
       s.cluster.server.scale_up_bytes_per_second *= faster;
       for (auto& link : s.cluster.server.mesh_links) link.bytes_per_second *= faster;
     }},
    {"PCIe bandwidth + 10 %",
     [](Scenario& s, models::TrainingJob&) {
       s.cluster.server.pcie_bytes_per_second *= faster;
       s.cluster.server.host_memory_bytes_per_second *= faster;
       s.cluster.server.socket_bytes_per_second *= faster;
     }},
    {"NIC and fabric bandwidth + 10 %",
     [](Scenario& s, models::TrainingJob&) {
       s.cluster.server.nic_bytes_per_second *= faster;
       s.cluster.fabric.link_bytes_per_second *= faster;
     }},
    {"storage and host decode + 10 %",
     [](Scenario&, models::TrainingJob& job) {
       job.input.storage_bytes_per_second *= faster;
       job.input.decode_samples_per_second *= faster;
     }},
    {"launch overhead - 10 %",
     [](Scenario&, models::TrainingJob& job) {
       job.software.profile.host_seconds_per_kernel /= faster;
       job.compute.kernel_latency_seconds /= faster;
     }},
};

// What each part of the machine 10 % faster would bring: all changes are judged against the same simulation,
// folded where that can be, whatever fidelity the answer itself has.
void add_faster_parts(const Scenario& scenario, const TrainingWorkload& workload, double answered_seconds,
                      std::vector<Improvement>& improvements) {
  const auto step_seconds = [&](const Change* change) {
    Scenario changed = scenario;
    models::TrainingJob job = training_job(scenario, workload);
    if (change != nullptr) change->apply(changed, job);
    job.fold = !job.slow.any();
    if (job.fidelity == models::Fidelity::message) job.fidelity = models::Fidelity::fluid;
    return models::simulate_step(cluster_of(changed), job).step_seconds;
  };
  const double before = step_seconds(nullptr);
  for (const Change& change : changes) {
    const double after = step_seconds(&change);
    if (after < before * (1 - worth_telling))
      improvements.push_back({change.name, answered_seconds * after / before});
  }
}

// Where accelerators are slow: what the step would take if none was.
Improvement at_full_speed(const Scenario& scenario, const TrainingWorkload& workload) {
  models::TrainingJob job = training_job(scenario, workload);
  job.slow = {};
  job.fold = true;
  return {"all accelerators at full speed", models::simulate_step(cluster_of(scenario), job).step_seconds};
}

bool unfolds_by_itself(const Scenario& scenario, const TrainingWorkload& workload) {
  models::TrainingJob job = training_job(scenario, workload);
  job.unfold_up_to_ranks = models::TrainingJob{}.unfold_up_to_ranks;
  return is_small_enough_to_unfold(job);
}

}  // namespace

std::vector<Improvement> improvements_of(const Scenario& scenario, const TrainingWorkload& workload,
                                         const models::TrainingStep& step) {
  std::vector<Improvement> improvements;
  const bool slow = scenario.cluster.slow.any();
  // Every rank of a large job is simulated once, not once more for every change.
  if (!slow || unfolds_by_itself(scenario, workload))
    add_faster_parts(scenario, workload, step.step_seconds, improvements);
  if (slow) improvements.push_back(at_full_speed(scenario, workload));
  const models::Breakdown& b = step.breakdown;
  const std::pair<const char*, double> hidden[] = {
      {"perfect overlap of data-parallel communication", b.exposed_data},
      {"perfect overlap of tensor-parallel communication", b.exposed_tensor},
      {"perfect overlap of expert-parallel communication", b.exposed_expert},
      {"no pipeline bubble", b.bubble},
      {"no launch overhead", b.host},
  };
  for (const auto& [name, seconds] : hidden)
    if (seconds > worth_telling * step.step_seconds)
      improvements.push_back({name, step.step_seconds - seconds});
  std::stable_sort(improvements.begin(), improvements.end(), [](const Improvement& a, const Improvement& c) {
    return a.step_seconds < c.step_seconds;
  });
  return improvements;
}

}  // namespace headroom::scenarios
