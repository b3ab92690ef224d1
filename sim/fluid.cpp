// SPDX-License-Identifier: Apache-2.0
#include "sim/fluid.hpp"

#include <algorithm>
#include <cmath>

namespace headroom::sim {

namespace {
// A rate that changes by less is the same rate, come about by other sums: equal activities stay equal.
constexpr double same_rate = 1e-12;
}  // namespace

Fluid::Fluid(std::span<const double> capacities, const MaxMin::Room& room, double batching)
    : sharing_(capacities, room), batching_(batching), activities_(room.demands_of_place.size()) {
  may_be_first_.reserve(activities_.size());
}

void Fluid::begin(Place place, double amount, double share, double rate_cap,
                  std::span<const Demand> demands) {
  Activity& activity = activities_[place];
  activity = {};
  activity.left = amount;
  activity.allowance = amount * batching_;
  sharing_.enter(place, share, rate_cap, demands);
}

void Fluid::end(Place place) {
  activities_[place].solve = 0;
  sharing_.leave(place);
}

void Fluid::set_rate(Activity& activity, double rate, Ticks now) {
  if (std::abs(rate - activity.rate) <= same_rate * activity.rate) {
    return;
  }
  activity.left -= activity.rate * to_seconds(now - activity.updated);
  activity.updated = now;
  activity.rate = rate;
  const Ticks busy = quotient_to_ticks(std::max(activity.left, 0.0) / rate);
  activity.finish = busy < never - now ? now + busy : never;
}

// When it must end: with all its allowance used up.
Ticks Fluid::deadline(const Activity& activity) const {
  if (batching_ == 0) {
    return activity.finish;
  }
  const Ticks busy = quotient_to_ticks(std::max(activity.left + activity.allowance, 0.0) / activity.rate);
  return busy < never - activity.updated ? activity.updated + busy : never;
}

// All activities that are done by the first deadline end together, when the last of them is done.
Event Fluid::next_completion(std::span<const Place> places, Ticks now) {
  ++solves_;
  Ticks first_deadline = never;
  may_be_first_.clear();
  for (const Place place : places) {
    Activity& activity = activities_[place];
    activity.solve = solves_;
    set_rate(activity, sharing_.rate(place), now);
    if (activity.finish <= first_deadline) {
      first_deadline = std::min(first_deadline, deadline(activity));
      may_be_first_.push_back(place);
    }
  }
  Event completion{now, no_place, solves_};
  for (const Place place : may_be_first_) {
    Activity& activity = activities_[place];
    if (activity.finish <= first_deadline) {
      completion.time = std::max(completion.time, activity.finish);
      activity.next_due = completion.id;
      completion.id = place;
    }
  }
  return completion;
}

}  // namespace headroom::sim
