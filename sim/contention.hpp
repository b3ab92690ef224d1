// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/max_min.hpp"
#include "sim/program.hpp"
#include "sim/time.hpp"

namespace headroom::sim {

// Which operations of a program can get into each other's way: found before it runs.
//
// An operation stands on its stream from start to finish, so of all operations that are charged to a stream
// (a joint one to the first of its streams only) at most one runs at a time. Per stream and resource, the
// most that any of them can take is the largest rate_alone * per_unit; if these do not add up to more than
// the capacity, the resource cannot saturate, and is left out of the sharing. An operation all of whose
// resources are left out runs at rate_alone from begin to end: its duration is known beforehand.
class Contention {
 public:
  // everything_saturates: leave out nothing.
  Contention(const Program& program, bool everything_saturates);

  struct Plan {
    Ticks latency = 0;
    Ticks duration = 0;  // latency included; meaningful if !shared
    double amount = 0;
    double share = 1;
    double rate_alone = 0;  // what it reaches when nobody disturbs it
    bool shared = false;    // demands a resource that can saturate
    std::uint32_t first_demand = 0, demand_count = 0;
  };
  [[nodiscard]] const Plan& plan(WorkId work) const { return plans_[work.value]; }
  // Those on resources that can saturate.
  [[nodiscard]] std::span<const Demand> demands(const Plan& plan) const {
    return std::span(demands_).subspan(plan.first_demand, plan.demand_count);
  }
  // Every stream is a place.
  [[nodiscard]] const MaxMin::Room& room() const { return room_; }
  [[nodiscard]] bool anything_shared() const { return !demands_.empty(); }
  // Units of each resource that the whole program takes.
  [[nodiscard]] const std::vector<double>& total_use() const { return total_use_; }

 private:
  void make_plans(const Program& program);
  void list_works_of_streams(const Program& program);
  [[nodiscard]] std::vector<double> peak_loads(const Program& program) const;
  [[nodiscard]] std::vector<bool> contended_resources(const Program& program) const;
  void keep_contended(const Program& program, const std::vector<bool>& contended);
  void make_room(const Program& program);
  void sum_up_use(const Program& program);
  [[nodiscard]] std::span<const WorkId> works_of(std::size_t stream) const {
    return std::span(works_).subspan(first_work_[stream], first_work_[stream + 1] - first_work_[stream]);
  }

  std::vector<Plan> plans_;
  std::vector<Demand> demands_;
  std::vector<WorkId> works_;  // the different ones of stream 0, of stream 1, ...
  std::vector<std::size_t> first_work_;
  std::vector<double> operations_of_work_;
  std::vector<double> total_use_;
  MaxMin::Room room_;
};

}  // namespace headroom::sim
