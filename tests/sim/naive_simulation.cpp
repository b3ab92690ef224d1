// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/naive_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/sim/naive_max_min.hpp"

namespace headroom::sim::test {

namespace {

struct Active {
  double left, rate = 0;
  Ticks updated, finish = never;
};

class NaiveRun {
 public:
  explicit NaiveRun(const Program& program) : program_(program), awaited_(program.operation_count()) {
    timeline_.start.resize(program.operation_count());
    timeline_.finish.resize(program.operation_count(), never);
    for (const Program::Edge& edge : program.edges()) {
      ++awaited_[edge.operation.value];
    }
  }

  Timeline result() {
    for (std::size_t i = 0; i < awaited_.size(); ++i) {
      if (awaited_[i] == 0) {
        begin(i, 0);
      }
    }
    while (!waiting_.empty() || !active_.empty()) {
      now_ = next_instant();
      while (begin_work() || end_done()) {
      }
      share();
    }
    return timeline_;
  }

 private:
  Work work_of(std::size_t operation) const {
    return program_.work(program_.operation(OperationId(operation)).work);
  }

  void begin(std::size_t operation, Ticks start) {
    timeline_.start[operation] = start;
    waiting_.emplace(start + to_ticks(work_of(operation).latency_seconds), operation);
  }

  Ticks next_instant() const {
    Ticks next = waiting_.empty() ? never : waiting_.begin()->first;
    for (const auto& [operation, active] : active_) {
      next = std::min(next, active.finish);
    }
    return next;
  }

  bool begin_work() {
    if (waiting_.empty() || waiting_.begin()->first > now_) {
      return false;
    }
    const std::size_t operation = waiting_.begin()->second;
    waiting_.erase(waiting_.begin());
    const double amount = work_of(operation).amount;
    active_[operation] = {.left = amount, .updated = now_, .finish = amount == 0 ? now_ : never};
    return true;
  }

  bool end_done() {
    const auto done =
        std::find_if(active_.begin(), active_.end(), [&](const auto& a) { return a.second.finish <= now_; });
    if (done == active_.end()) {
      return false;
    }
    const std::size_t operation = done->first;
    active_.erase(done);
    timeline_.finish[operation] = now_;
    timeline_.makespan = now_;
    for (const Program::Edge& edge : program_.edges()) {
      if (edge.prerequisite.value == operation && --awaited_[edge.operation.value] == 0) {
        begin(edge.operation.value, now_);
      }
    }
    return true;
  }

  void share() {
    std::vector<double> capacities;
    for (std::size_t r = 0; r < program_.resource_count(); ++r) {
      capacities.push_back(program_.capacity(ResourceId(r)));
    }
    std::vector<NaiveActivity> activities;
    for (const auto& [operation, active] : active_) {
      const Work work = work_of(operation);
      activities.push_back({work.share, work.rate_cap, {work.demands.begin(), work.demands.end()}});
    }
    const std::vector<double> rates = naive_max_min(capacities, activities);
    auto rate = rates.begin();
    for (auto& [operation, active] : active_) {
      set_rate(active, *rate++);
    }
  }

  void set_rate(Active& active, double rate) const {
    if (std::abs(rate / active.rate - 1) > 1e-12) {
      active.left -= active.rate * to_seconds(now_ - active.updated);
      active.updated = now_;
      active.rate = rate;
      active.finish = now_ + quotient_to_ticks(std::max(active.left, 0.0) / rate);
    }
  }

  const Program& program_;
  std::vector<std::size_t> awaited_;
  std::multimap<Ticks, std::size_t> waiting_;  // in their latency phase, by its end
  std::map<std::size_t, Active> active_;
  Ticks now_ = 0;
  Timeline timeline_;
};

}  // namespace

Timeline naive_run(const Program& program) {
  return NaiveRun(program).result();
}

}  // namespace headroom::sim::test
