// SPDX-License-Identifier: Apache-2.0
#pragma once
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
    const std::uint64_t mine = std::uint64_t{order} << 32U | id;
    const std::uint64_t theirs = std::uint64_t{other.order} << 32U | other.id;
    // Without a branch: which of two events comes first cannot be predicted.
    return (time < other.time) | ((time == other.time) & (mine < theirs));
  }
};
static_assert(sizeof(Event) == 16, "four children of a heap node fill one cache line");

// The events to come: a heap of four children a node in one array of fixed size. Nothing can be taken back:
// whoever pushes an event that may become stale recognises it when it comes, and purges when the queue is
// full.
class EventQueue {
 public:
  explicit EventQueue(std::size_t capacity) : capacity_(capacity) { heap_.reserve(capacity); }

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] bool full() const { return heap_.size() == capacity_; }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  [[nodiscard]] Ticks next_time() const { return heap_.front().time; }

  // Precondition: not full.
  void push(Event event) {
    heap_.push_back(event);
    rise(heap_.size() - 1, event);
  }

  // Precondition: not empty.
  Event pop() {
    const Event first = heap_.front();
    const Event last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      rise(sink_hole(0), last);
    }
    return first;
  }

  // Removes all events for which is_stale(event).
  template <class IsStale>
  void purge(IsStale is_stale) {
    std::erase_if(heap_, is_stale);
    for (std::size_t i = 1; i < heap_.size(); ++i) {
      rise(i, heap_[i]);
    }
  }

 private:
  static constexpr std::size_t arity = 4;

  // Moves the hole down to a leaf, always into the earliest child (most of what is put back belongs near the
  // leaves, so comparing with it on the way down would be wasted).
  std::size_t sink_hole(std::size_t hole) {
    const std::size_t size = heap_.size();
    for (std::size_t child = hole * arity + 1; child < size; child = hole * arity + 1) {
      std::size_t first = child;
      const std::size_t end = child + arity < size ? child + arity : size;
      for (std::size_t i = child + 1; i < end; ++i) {
        first = heap_[i].before(heap_[first]) ? i : first;
      }
      heap_[hole] = heap_[first];
      hole = first;
    }
    return hole;
  }

  void rise(std::size_t hole, Event event) {
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / arity;
      if (!event.before(heap_[parent])) {
        break;
      }
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = event;
  }

  std::size_t capacity_;
  std::vector<Event> heap_;
};

}  // namespace headroom::sim
