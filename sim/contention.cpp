// SPDX-License-Identifier: Apache-2.0
#include "sim/contention.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sim/dominated.hpp"

namespace headroom::sim {

namespace {

// Sums of rates come out wrong in the last bits; what exceeds a capacity by less does not saturate it.
constexpr double rounding_tolerance = 1e-9;

double rate_alone(const Program& program, const Work& work) {
  double rate = work.rate_cap;
  for (const Demand& demand : work.demands) {
    rate = std::min(rate, program.capacity(demand.resource) / demand.per_unit);
  }
  return rate;
}

}  // namespace

Contention::Contention(const Program& program, bool everything_saturates) {
  make_plans(program);
  list_works_of_streams(program);
  sum_up_use(program);
  keep_contended(program, everything_saturates ? std::vector<bool>(program.resource_count(), true)
                                               : contended_resources(program));
  make_room(program);
}

void Contention::make_plans(const Program& program) {
  for (std::size_t i = 0; i < program.work_count(); ++i) {
    const Work work = program.work(WorkId(i));
    Plan& plan = plans_.emplace_back();
    plan.latency = to_ticks(work.latency_seconds);
    plan.amount = work.amount;
    plan.share = work.share;
    plan.rate_alone = rate_alone(program, work);
    const Ticks busy = work.amount > 0 ? quotient_to_ticks(work.amount / plan.rate_alone) : 0;
    plan.duration = busy < never - plan.latency ? plan.latency + busy : never;
  }
}

// Sorts the operations by stream (a counting sort) and keeps the first of each work.
void Contention::list_works_of_streams(const Program& program) {
  std::vector<std::uint32_t> end(program.stream_count());
  operations_of_work_.resize(program.work_count());
  for (std::size_t i = 0; i < program.operation_count(); ++i) {
    const Program::Operation& operation = program.operation(OperationId(i));
    operations_of_work_[operation.work.value] += 1;
    if (!operation.stream.is_none()) {
      ++end[operation.stream.value];
    }
  }
  std::uint32_t total = 0;
  for (std::uint32_t& count : end) {
    total += std::exchange(count, total);
  }
  std::vector<WorkId> by_stream(total);
  for (std::size_t i = 0; i < program.operation_count(); ++i) {
    const Program::Operation& operation = program.operation(OperationId(i));
    if (!operation.stream.is_none()) {
      by_stream[end[operation.stream.value]++] = operation.work;
    }
  }
  std::vector<std::size_t> seen_on(program.work_count(), program.stream_count());
  std::size_t next = 0;
  for (std::size_t stream = 0; stream < end.size(); ++stream) {
    first_work_.push_back(works_.size());
    for (; next < end[stream]; ++next) {
      if (std::exchange(seen_on[by_stream[next].value], stream) != stream) {
        works_.push_back(by_stream[next]);
      }
    }
  }
  first_work_.push_back(works_.size());
}

// By resource: the most that the streams can take of it together.
std::vector<double> Contention::peak_loads(const Program& program) const {
  std::vector<double> total(program.resource_count()), of_stream(program.resource_count());
  std::vector<std::uint32_t> touched;
  for (std::size_t stream = 0; stream < program.stream_count(); ++stream) {
    for (const WorkId id : works_of(stream)) {
      if (plans_[id.value].amount == 0) {
        continue;
      }
      for (const Demand& demand : program.work(id).demands) {
        double& peak = of_stream[demand.resource.value];
        if (peak == 0) {
          touched.push_back(demand.resource.value);
        }
        peak = std::max(peak, plans_[id.value].rate_alone * demand.per_unit);
      }
    }
    for (const std::uint32_t resource : touched) {
      total[resource] += std::exchange(of_stream[resource], 0.0);
    }
    touched.clear();
  }
  return total;
}

// Those that can be saturated, and not only together with another.
std::vector<bool> Contention::contended_resources(const Program& program) const {
  const std::vector<double> peaks = peak_loads(program);
  std::vector<ResourceId> saturable;
  for (std::size_t r = 0; r < peaks.size(); ++r) {
    if (peaks[r] > program.capacity(ResourceId(r)) * (1 + rounding_tolerance)) {
      saturable.push_back(ResourceId(r));
    }
  }
  const std::vector<bool> dominated = dominated_resources(program, saturable);
  std::vector<bool> contended(program.resource_count());
  for (const ResourceId id : saturable) {
    contended[id.value] = !dominated[id.value];
  }
  return contended;
}

void Contention::keep_contended(const Program& program, const std::vector<bool>& contended) {
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    Plan& plan = plans_[i];
    plan.first_demand = static_cast<std::uint32_t>(demands_.size());
    if (plan.amount > 0) {
      for (const Demand& demand : program.work(WorkId(i)).demands) {
        if (contended[demand.resource.value]) {
          demands_.push_back(demand);
        }
      }
    }
    plan.demand_count = static_cast<std::uint32_t>(demands_.size()) - plan.first_demand;
    plan.shared = plan.demand_count > 0;
  }
}

void Contention::make_room(const Program& program) {
  room_.demands_of_place.resize(program.stream_count());
  room_.activities_on_resource.resize(program.resource_count());
  std::vector<std::size_t> counted_for(program.resource_count(), program.stream_count());
  for (std::size_t stream = 0; stream < program.stream_count(); ++stream) {
    std::uint32_t& most = room_.demands_of_place[stream];
    for (const WorkId id : works_of(stream)) {
      most = std::max(most, plans_[id.value].demand_count);
      for (const Demand& demand : demands(plans_[id.value])) {
        if (std::exchange(counted_for[demand.resource.value], stream) != stream) {
          ++room_.activities_on_resource[demand.resource.value];
        }
      }
    }
  }
}

void Contention::sum_up_use(const Program& program) {
  total_use_.resize(program.resource_count());
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    for (const Demand& demand : program.work(WorkId(i)).demands) {
      total_use_[demand.resource.value] += operations_of_work_[i] * plans_[i].amount * demand.per_unit;
    }
  }
}

}  // namespace headroom::sim
