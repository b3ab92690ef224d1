// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/time.hpp"

namespace headroom::sim {

// Something to be done at `time`. Events have a total order: time, then order, then id.
struct Event {
  Ticks time;
  std::uint32_t id;
  std::uint32_t order;

  [[nodiscard]] bool before(const Event& other) const {
    if (time != other.time) {
      return time < other.time;
    }
    return order != other.order ? order < other.order : id < other.id;
  }
};
static_assert(sizeof(Event) == 16, "four to a cache line");

// The events to come, and the clock: a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan 1990), which makes use of
// time never running backwards. An event waits in the bucket of the highest bit in which its time differs
// from now. When the clock advances to the earliest event, which is in the lowest bucket that is not empty,
// the events of that bucket move to lower ones; so each moves at most 63 times, in practice twice or so,
// whatever the number of events.
//
// Nothing can be taken back: whoever pushes an event that may become stale recognises it when it comes, and
// purges when the queue is full. Nothing is allocated after construction.
class EventQueue {
 public:
  explicit EventQueue(std::size_t capacity) : waiting_(capacity), next_(capacity) {
    heads_.fill(none);
    for (std::size_t i = capacity; i-- > 0;) {
      release(static_cast<std::uint32_t>(i));
    }
    due_.reserve(capacity);
    due_next_.reserve(capacity);
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] bool full() const { return size_ == next_.size(); }
  [[nodiscard]] std::size_t size() const { return size_; }

  // Preconditions: not full; the time is not before now. What is pushed for now comes after all that is due
  // already.
  void push(Event event) {
    ++size_;
    if (event.time == now_) {
      due_next_.push_back(event);
    } else {
      const std::uint32_t node = free_;
      free_ = next_[node];
      waiting_[node] = event;
      link(node);
    }
  }

  // Whether there is something to be done now.
  [[nodiscard]] bool due() const { return !due_.empty() || !due_next_.empty(); }

  // Precondition: due().
  Event pop() {
    if (due_.empty()) {
      due_.swap(due_next_);
      std::sort(due_.begin(), due_.end(), later);
    }
    const Event event = due_.back();
    due_.pop_back();
    --size_;
    return event;
  }

  // Moves the clock to the next event. Precondition: not empty, nothing due.
  Ticks advance() {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(occupied_));
    std::uint32_t node = heads_[lowest];
    heads_[lowest] = none;
    occupied_ &= occupied_ - 1;
    now_ = never;
    for (std::uint32_t i = node; i != none; i = next_[i]) {
      now_ = std::min(now_, waiting_[i].time);
    }
    while (node != none) {
      const std::uint32_t following = next_[node];
      if (waiting_[node].time == now_) {
        due_.push_back(waiting_[node]);
        release(node);
      } else {
        link(node);
      }
      node = following;
    }
    std::sort(due_.begin(), due_.end(), later);
    return now_;
  }

  // Removes the events for which is_stale(event), but for those that are due.
  template <class IsStale>
  void purge(IsStale is_stale) {
    const std::array<std::uint32_t, 64> heads = heads_;
    heads_.fill(none);
    occupied_ = 0;
    for (std::uint32_t node : heads) {
      while (node != none) {
        const std::uint32_t following = next_[node];
        if (is_stale(waiting_[node])) {
          release(node);
          --size_;
        } else {
          link(node);
        }
        node = following;
      }
    }
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  static bool later(const Event& a, const Event& b) { return b.before(a); }

  void link(std::uint32_t node) {
    const auto differing = static_cast<std::uint64_t>(waiting_[node].time) ^ static_cast<std::uint64_t>(now_);
    const auto bucket = static_cast<std::size_t>(63 - std::countl_zero(differing));
    next_[node] = heads_[bucket];
    heads_[bucket] = node;
    occupied_ |= std::uint64_t{1} << bucket;
  }
  void release(std::uint32_t node) {
    next_[node] = free_;
    free_ = node;
  }

  Ticks now_ = -1;  // so that events at 0 are still to come
  std::size_t size_ = 0;
  std::vector<Event> due_;       // the first to come at the back
  std::vector<Event> due_next_;  // pushed for now since
  std::uint64_t occupied_ = 0;
  std::array<std::uint32_t, 64> heads_{};  // by bucket, the first of a list of nodes
  std::vector<Event> waiting_;             // by node
  std::vector<std::uint32_t> next_;
  std::uint32_t free_ = none;
};

}  // namespace headroom::sim
