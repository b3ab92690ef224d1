// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/event_queue.hpp"
#include "sim/max_min.hpp"
#include "sim/time.hpp"

namespace headroom::sim {

// The activities in progress that share resources: how much of each is left, and which come to their end
// next.
//
// A component (what is connected through resources) is solved whole whenever one of its activities begins or
// ends. So only its next completion needs an event; the others are found anew by the solve that this
// completion causes.
class Fluid {
 public:
  using Place = MaxMin::Place;
  static constexpr std::uint32_t no_place = 0xffffffffU;

  Fluid(std::span<const double> capacities, const MaxMin::Room& room, double batching);

  void begin(Place place, double amount, double share, double rate_cap, std::span<const Demand> demands);
  void end(Place place);

  // Solves what begin() and end() have touched; calls announce(Event) with the next completion of each
  // component: its id is the first of the places that end then (next_due() leads to the others), its order is
  // never 0.
  template <class Announce>
  void settle(Ticks now, Announce announce) {
    for (auto places = sharing_.solve_next(); !places.empty(); places = sharing_.solve_next()) {
      announce(next_completion(places, now));
    }
  }

  // Whether a completion that was announced still holds: its component was not solved again since.
  [[nodiscard]] bool holds(const Event& completion) const {
    return activities_[completion.id].solve == completion.order;
  }
  [[nodiscard]] Place next_due(Place place) const { return activities_[place].next_due; }
  [[nodiscard]] std::uint32_t solves() const { return solves_; }

 private:
  struct Activity {
    double rate = 0;
    double left = 0;       // at `updated`
    double allowance = 0;  // how much more it may be taken to do while it waits for others to end with it
    Ticks updated = 0;
    Ticks finish = never;  // when its work is done
    Place next_due = no_place;
    std::uint32_t solve = 0;  // 0: not in progress
  };

  Event next_completion(std::span<const Place> places, Ticks now);
  static void set_rate(Activity& activity, double rate, Ticks now);
  [[nodiscard]] Ticks deadline(const Activity& activity) const;

  MaxMin sharing_;
  double batching_;
  std::vector<Activity> activities_;  // by place
  std::vector<Place> may_be_first_;   // to end, of the component just solved
  std::uint32_t solves_ = 0;
};

}  // namespace headroom::sim
