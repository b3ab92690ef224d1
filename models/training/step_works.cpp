// SPDX-License-Identifier: Apache-2.0
#include "models/training/step_works.hpp"

#include <algorithm>

#include "models/training/device_share.hpp"

namespace headroom::models {
namespace {

// Kernels of a communication library are resident: what computes beside them gets what they leave. Compute
// works count in seconds per second and transfers in bytes per second, so a share this small puts compute
// last in the sharing.
constexpr double compute_share = 1e-15;

// On a slower device kernels take longer, and wait for the host as much less.
Piece at_speed(Piece piece, double speed) {
  if (speed == 1) return piece;
  const double device = piece.seconds - piece.host_seconds, slower = device / speed;
  piece.host_seconds = std::max(0.0, piece.host_seconds - (slower - device));
  piece.seconds = slower + piece.host_seconds;
  return piece;
}

}  // namespace

StepWorks::StepWorks(const topologies::Cluster& cluster, const TrainingJob& job, const Exchanges& exchanges,
                     sim::Program& program)
    : cluster_(cluster), job_(job), program_(program), links_(cluster, program) {
  if (!exchanges.folded()) return;
  simulated_servers_.resize(static_cast<std::size_t>(cluster.servers()));
  for (int stage = 0; stage < job.layout.pipeline; ++stage)
    for (int t = 0; t < job.layout.tensor; ++t) {
      const int server = cluster.server_of(exchanges.grid().rank(stage, 0, t));
      simulated_servers_[static_cast<std::size_t>(server)] = 1;
    }
}

bool StepWorks::is_at_simulated_rank(topologies::LinkId link) const {
  const auto [from, to] = cluster_.link_ends(link);
  const int server = std::max(from.server, to.server);  // none (-1) is a switch
  return server == topologies::Node::none || simulated_servers_[static_cast<std::size_t>(server)] != 0;
}

// Folded, servers without a simulated rank see nothing but the exchanges of a whole stage, which load their
// links as they load those of the simulated ranks. So these links never bound a rate before the others do,
// and there are hundreds of them.
void StepWorks::leave_out_repeated_links(CollectivePlan& plan) const {
  struct Like {
    topologies::LinkKind kind;
    double bytes_per_second, bytes_per_byte;
    bool operator==(const Like&) const = default;
  };
  std::vector<Like> seen;
  const auto like = [&](const LinkLoad& load) {
    const topologies::Link link = cluster_.link(load.link);
    return Like{link.kind, link.bytes_per_second, load.bytes_per_byte};
  };
  const auto others = std::stable_partition(plan.loads.begin(), plan.loads.end(), [&](const LinkLoad& load) {
    return is_at_simulated_rank(load.link);
  });
  const auto is_new = [&](const LinkLoad& load) {
    if (std::find(seen.begin(), seen.end(), like(load)) != seen.end()) return false;
    seen.push_back(like(load));
    return true;
  };
  std::for_each(plan.loads.begin(), others, is_new);
  plan.loads.erase(std::stable_partition(others, plan.loads.end(), is_new), plan.loads.end());
}

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

sim::WorkId StepWorks::kernels(const Piece& standard, const Member& member, bool beside_communication) {
  const std::uint32_t owner = beside_communication ? member.compute.value : sim::StreamId::none_value;
  const auto [it, is_new] = kernels_.try_emplace({&standard, owner, member.speed});
  if (!is_new) return it->second;
  const Piece piece = at_speed(standard, member.speed);
  sim::Work work;
  const sim::Demand demands[] = {{member.multiprocessors, 1},
                                 {member.device_memory, piece.memory_bytes / piece.seconds}};
  if (beside_communication) {
    work = {.amount = piece.seconds, .rate_cap = 1, .share = compute_share, .demands = demands};
  } else {
    work.latency_seconds = piece.seconds;
  }
  it->second = note(program_.add_work(work), piece.seconds, piece.host_seconds);
  slowed_by_.resize(program_.work_count(), StepCategory::data);
  if (standard.is_overlapped()) slowed_by_[it->second.value] = category_of(standard.group);
  return it->second;
}

sim::WorkId StepWorks::collective(const CollectivePlan& plan, std::span<const int> group,
                                  const std::vector<const Member*>& on) {
  const auto [it, is_new] = collectives_.try_emplace({&plan, !on.empty()});
  if (!is_new) return it->second;
  std::vector<sim::Demand> devices;
  const double share = on.empty() ? 0
                                  : multiprocessor_share_per_rate(plan.collective, plan.channels, group,
                                                                  cluster_, job_.accelerator);
  for (const Member* m : on) {
    devices.push_back({m->multiprocessors, share});
    devices.push_back({m->device_memory, plan.memory_bytes_per_byte});
  }
  if (simulated_servers_.empty()) {
    it->second = note(add_fluid_work(program_, links_, plan, devices), plan.seconds, 0);
  } else {
    CollectivePlan short_plan = plan;
    leave_out_repeated_links(short_plan);
    it->second = note(add_fluid_work(program_, links_, short_plan, devices), plan.seconds, 0);
  }
  return it->second;
}

void StepWorks::finish(StepProgram& step) {
  host_seconds_.resize(program_.work_count());
  alone_seconds_.resize(program_.work_count());
  slowed_by_.resize(program_.work_count(), StepCategory::data);
  step.slowed_by = std::move(slowed_by_);
  step.host_seconds = std::move(host_seconds_);
  step.alone_seconds = std::move(alone_seconds_);
  step.links = links_.used();
}

}  // namespace headroom::models
