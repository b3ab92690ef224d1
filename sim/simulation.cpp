// SPDX-License-Identifier: Apache-2.0
#include "sim/simulation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "sim/contention.hpp"
#include "sim/deadlock.hpp"
#include "sim/dependencies.hpp"
#include "sim/error.hpp"
#include "sim/event_queue.hpp"
#include "sim/fluid.hpp"

namespace headroom::sim {

namespace {

// Completions of shared activities have the number of their solve; beginnings come before them.
constexpr std::uint32_t beginning = 0;

std::vector<double> capacities(const Program& program) {
  std::vector<double> result;
  for (std::size_t i = 0; i < program.resource_count(); ++i) {
    result.push_back(program.capacity(ResourceId(i)));
  }
  return result;
}

// One beginning a stream and one completion a component (of at least one stream) can be pending; the same
// again for completions that no longer hold, so that purging them is seldom.
std::size_t queue_capacity(const Program& program, const Contention& contention) {
  constexpr std::size_t spare = 64;
  return contention.anything_shared() ? 4 * program.stream_count() + spare : 0;
}

class Run {
 public:
  Run(const Program& program, const RunOptions& options)
      : program_(program),
        options_(options),
        contention_(program, !options.own_clocks),
        dependencies_(program),
        queue_(queue_capacity(program, contention_)),
        fluid_(capacities(program), contention_.room(), options.completion_batching),
        ready_(program.operation_count()),
        check_interval_(program.operation_count() / reports + 1) {
    timeline_.start.resize(program.operation_count());
    timeline_.finish.resize(program.operation_count(), never);
  }

  Timeline result() {
    begin_first();
    Ticks now = 0;
    while (!queue_.empty()) {
      if (!queue_.due()) {
        now = queue_.advance();
      }
      while (queue_.due()) {
        handle(queue_.pop());
      }
      fluid_.settle(now, [this](const Event& completion) { push(completion); });
      stop_if_cancelled();
    }
    if (done_ < program_.operation_count()) {
      throw deadlock(program_, timeline_.finish);
    }
    report_progress();
    timeline_.served = contention_.total_use();
    timeline_.statistics.solves = fluid_.solves();
    return std::move(timeline_);
  }

 private:
  static constexpr std::size_t reports = 999;  // and the one at the end

  const Contention::Plan& plan_of(std::uint32_t operation) const {
    return contention_.plan(program_.operation(OperationId(operation)).work);
  }
  Fluid::Place place_of(std::uint32_t operation) const {
    return program_.operation(OperationId(operation)).stream.value;
  }

  void begin_first() {
    for (std::uint32_t i = 0; i < program_.operation_count(); ++i) {
      if (dependencies_.awaited[i] == 0) {
        make_ready(i);
      }
    }
    advance_own_clocks();
  }

  // Its prerequisites have ended, the last at timeline_.start[operation].
  void make_ready(std::uint32_t operation) {
    const Contention::Plan& plan = plan_of(operation);
    if (plan.shared) {
      push({later(operation, timeline_.start[operation], plan.latency), operation, beginning});
    } else {
      ready_[ready_end_++] = operation;
    }
  }

  // Undisturbed operations need not wait for the global time: they end, and make others ready, long before it
  // gets there. In the order in which they became ready, not recursively: chains have millions of links.
  void advance_own_clocks() {
    while (ready_begin_ < ready_end_) {
      const std::uint32_t operation = ready_[ready_begin_++];
      finish(operation, later(operation, timeline_.start[operation], plan_of(operation).duration));
      ++timeline_.statistics.undisturbed;
    }
  }

  void finish(std::uint32_t operation, Ticks now) {
    timeline_.finish[operation] = now;
    timeline_.makespan = std::max(timeline_.makespan, now);
    if (++done_ % check_interval_ == 0) {
      stop_if_cancelled();
      report_progress();
    }
    for (const std::uint32_t next : dependencies_.waiting_for(operation)) {
      timeline_.start[next] = std::max(timeline_.start[next], now);
      if (--dependencies_.awaited[next] == 0) {
        make_ready(next);
      }
    }
  }

  void handle(const Event& event) {
    ++timeline_.statistics.events;
    if (event.order == beginning) {
      const Contention::Plan& plan = plan_of(event.id);
      const Fluid::Place place = place_of(event.id);
      running_[place] = event.id;
      fluid_.begin(place, plan.amount, plan.share, plan.rate_alone, contention_.demands(plan));
    } else if (fluid_.holds(event)) {
      complete(event);
    }
  }

  void complete(const Event& completion) {
    for (Fluid::Place place = completion.id; place != Fluid::no_place;) {
      const Fluid::Place next = fluid_.next_due(place);
      fluid_.end(place);
      finish(running_[place], completion.time);
      place = next;
    }
    advance_own_clocks();
  }

  void push(const Event& event) {
    if (event.time == never) {
      throw too_late(running_[event.id]);
    }
    if (queue_.full()) {
      queue_.purge([this](const Event& e) { return e.order != beginning && !fluid_.holds(e); });
    }
    queue_.push(event);
  }

  Ticks later(std::uint32_t operation, Ticks time, Ticks duration) const {
    if (duration >= never - time) {
      throw too_late(operation);
    }
    return time + duration;
  }

  Error too_late(std::uint32_t operation) const {
    return bad_input(fmt::format(
        "\"{}\" on stream \"{}\" would end after more than the {:.1f} years that can be simulated",
        program_.label(program_.operation(OperationId(operation)).label).text,
        program_.stream_name(StreamId(place_of(operation))), to_seconds(never) / (365.25 * 24 * 3600)));
  }

  void stop_if_cancelled() const {
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
      throw Cancelled();
    }
  }

  void report_progress() const {
    if (options_.progress) {
      options_.progress(done_, program_.operation_count());
    }
  }

  const Program& program_;
  const RunOptions& options_;
  Contention contention_;
  Dependencies dependencies_;
  EventQueue queue_;
  Fluid fluid_;
  std::vector<std::uint32_t> running_ =
      std::vector<std::uint32_t>(program_.stream_count());  // operation, by place
  std::vector<std::uint32_t> ready_;  // all undisturbed operations in the order in which they became ready
  std::size_t ready_begin_ = 0, ready_end_ = 0;
  std::size_t done_ = 0, check_interval_;
  Timeline timeline_;
};

}  // namespace

Timeline run(const Program& program, const RunOptions& options) {
  return Run(program, options).result();
}

std::uint64_t Timeline::fingerprint() const {
  // FNV-1a (Fowler, Noll, Vo) over 64-bit words; the shift lets high bits of a time reach low bits of the
  // hash.
  constexpr std::uint64_t basis = 0xcbf29ce484222325U, prime = 0x100000001b3U;
  std::uint64_t hash = basis;
  const auto add = [&hash](Ticks time) {
    hash = (hash ^ static_cast<std::uint64_t>(time)) * prime;
    hash ^= hash >> 29U;
  };
  std::for_each(start.begin(), start.end(), add);
  std::for_each(finish.begin(), finish.end(), add);
  return hash;
}

}  // namespace headroom::sim
