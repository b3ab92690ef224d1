// SPDX-License-Identifier: Apache-2.0
#include "sim/max_min.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace headroom::sim {

namespace {
constexpr double not_frozen = -1;
constexpr std::uint32_t no_resource = ResourceId::none_value;
// A difference this much smaller than what it was taken from has lost six of its sixteen digits.
constexpr double cancelled = 1e-6;
constexpr double infinite = std::numeric_limits<double>::infinity();
}  // namespace

MaxMin::MaxMin(std::span<const double> capacities, const Room& room)
    : activities_(room.demands_of_place.size()),
      levels_(room.demands_of_place.size(), 0.0),
      resources_(capacities.size()) {
  std::uint32_t demands = 0;
  for (Place place = 0; place < activities_.size(); ++place) {
    activities_[place].first_demand = demands;
    demands += room.demands_of_place[place];
  }
  taken_.resize(demands);
  std::uint32_t members = 0;
  for (std::size_t r = 0; r < resources_.size(); ++r) {
    resources_[r].capacity = capacities[r];
    resources_[r].first_member = members;
    members += room.activities_on_resource[r];
  }
  members_.resize(members);
  changed_.reserve(resources_.size());
  component_.reserve(resources_.size());
  to_search_.reserve(resources_.size());
  heap_.reserve(resources_.size());
  places_.reserve(activities_.size());
  entered_.reserve(activities_.size());
  caps_.reserve(activities_.size());
}

void MaxMin::mark_changed(std::uint32_t resource) {
  if (!resources_[resource].changed) {
    resources_[resource].changed = true;
    changed_.push_back(resource);
  }
}

void MaxMin::enter(Place place, double share, double rate_cap, std::span<const Demand> demands) {
  Activity& activity = activities_[place];
  activity.share = share;
  activity.rate_cap = rate_cap;
  activity.demand_count = static_cast<std::uint32_t>(demands.size());
  activity.listed = static_cast<std::uint32_t>(entered_.size());
  entered_.push_back(place);
  double alone = infinite;
  for (std::uint32_t i = 0; i < activity.demand_count; ++i) {
    const std::uint32_t resource = demands[i].resource.value;
    Shared& shared = resources_[resource];
    const double weight = share * demands[i].per_unit;
    taken_[activity.first_demand + i] = {weight, resource, shared.member_count};
    if (shared.member_count == 0) {
      shared.total = 0;
      ++used_resources_;
      all_connected_ = false;
    }
    shared.total += weight;
    members_[shared.first_member + shared.member_count++] = {place, i};
    alone = std::min(alone, shared.capacity / demands[i].per_unit);
  }
  // A cap that is not below what the resources allow anyway needs no looking at.
  activity.cap_level = rate_cap < alone ? rate_cap / share : infinite;
  mark_changed(demands.front().resource.value);
}

void MaxMin::leave(Place place) {
  Activity& activity = activities_[place];
  for (std::uint32_t i = 0; i < activity.demand_count; ++i) {
    const Taken& demand = taken_[activity.first_demand + i];
    Shared& shared = resources_[demand.resource];
    const Member last = members_[shared.first_member + --shared.member_count];
    members_[shared.first_member + demand.position] = last;
    taken_[activities_[last.place].first_demand + last.demand].position = demand.position;
    shared.outdated = shared.member_count > 0;
    used_resources_ -= static_cast<std::size_t>(shared.member_count == 0);
    mark_changed(demand.resource);
  }
  activity.demand_count = 0;
  all_connected_ = all_connected_ && activity.link != visits_;
  entered_[activity.listed] = entered_.back();
  activities_[entered_.back()].listed = activity.listed;
  entered_.pop_back();
}

std::span<const MaxMin::Place> MaxMin::solve_next() {
  places_.clear();
  while (!changed_.empty() && places_.empty()) {
    const std::uint32_t resource = changed_.back();
    changed_.pop_back();
    if (resources_[resource].changed) {  // not yet met in a component solved since
      resources_[resource].changed = false;
      collect(resource);
    }
  }
  if (!places_.empty()) {
    prepare();
    fill();
  }
  return places_;
}

// Finds what is connected with the resource.
void MaxMin::collect(std::uint32_t resource) {
  if (resources_[resource].member_count == 0) {
    return;
  }
  if (all_connected_) {
    std::erase_if(component_, [this](std::uint32_t r) { return resources_[r].member_count == 0; });
  } else {
    search(resource);
  }
  if (all_connected_) {
    places_ = entered_;
  }
}

void MaxMin::search(std::uint32_t resource) {
  ++visits_;
  component_.clear();
  to_search_.clear();
  visit(members_[resources_[resource].first_member].place);
  search_hastily();
  for (std::size_t i = 0; i < component_.size() && component_.size() < used_resources_; ++i) {
    const Shared& shared = resources_[component_[i]];
    for (std::uint32_t m = 0; m < shared.member_count; ++m) {
      visit(members_[shared.first_member + m].place);
    }
  }
  all_connected_ = component_.size() == used_resources_;
}

// Leaves a resource when its members lead nowhere new, and goes on with what was met last: meets all that is
// well connected after few members of each.
void MaxMin::search_hastily() {
  constexpr int patience = 8;  // members; 4 to 32 are as fast
  while (!to_search_.empty() && component_.size() < used_resources_) {
    const Shared& shared = resources_[to_search_.back()];
    to_search_.pop_back();
    int in_vain = 0;
    for (std::uint32_t m = 0; m < shared.member_count && in_vain < patience; ++m) {
      const std::size_t met = component_.size();
      visit(members_[shared.first_member + m].place);
      in_vain = component_.size() > met ? 0 : in_vain + 1;
    }
  }
}

void MaxMin::visit(Place place) {
  Activity& activity = activities_[place];
  if (activity.visit == visits_) {
    return;
  }
  activity.visit = visits_;
  places_.push_back(place);
  for (std::uint32_t i = 0; i < activity.demand_count; ++i) {
    const std::uint32_t resource = taken_[activity.first_demand + i].resource;
    Shared& shared = resources_[resource];
    if (shared.visit != visits_) {
      shared.visit = visits_;
      activity.link = visits_;
      component_.push_back(resource);
      to_search_.push_back(resource);
    }
  }
}

void MaxMin::prepare() {
  caps_.clear();
  for (const Place place : places_) {
    levels_[place] = not_frozen;
    const double cap_level = activities_[place].cap_level;
    if (cap_level < infinite) {
      caps_.push_back({cap_level, place});
    }
  }
  for (const std::uint32_t resource : component_) {
    Shared& shared = resources_[resource];
    shared.changed = false;
    if (std::exchange(shared.outdated, false)) {
      shared.total = unfrozen_weight(shared);
    }
    shared.left = shared.capacity;
    shared.weight = shared.full_weight = shared.total;
    shared.unfrozen = shared.member_count;
  }
}

void MaxMin::fill() {
  std::sort(caps_.begin(), caps_.end());
  build_heap();
  auto cap = caps_.begin();
  double level = 0;
  while (!heap_.empty()) {
    const Saturation first = heap_.front();
    Shared& shared = resources_[first.resource];
    if (shared.unfrozen == 0) {
      drop_first();
      continue;
    }
    if (cap != caps_.end() && cap->level <= first.level) {
      if (levels_[cap->place] < 0) {
        level = std::max(level, cap->level);
        freeze(cap->place, cap->level, no_resource);
      }
      ++cap;
      continue;
    }
    // Never below the level reached, whatever the subtractions left over.
    const double saturates = std::max(level, saturation_level(shared));
    if (saturates > first.level) {
      sink(0, {saturates, first.resource});
      continue;
    }
    level = saturates;
    freeze_members(first.resource, level);
    drop_first();
  }
}

void MaxMin::freeze_members(std::uint32_t saturated, double level) {
  const Shared& resource = resources_[saturated];
  for (std::uint32_t m = 0; m < resource.member_count; ++m) {
    const Place place = members_[resource.first_member + m].place;
    if (levels_[place] < 0) {
      freeze(place, level, saturated);
    }
  }
}

double MaxMin::unfrozen_weight(const Shared& resource) const {
  double weight = 0;
  for (std::uint32_t m = 0; m < resource.member_count; ++m) {
    const Member& member = members_[resource.first_member + m];
    if (levels_[member.place] < 0) {
      weight += taken_[activities_[member.place].first_demand + member.demand].weight;
    }
  }
  return weight;
}

double MaxMin::saturation_level(Shared& resource) const {
  if (resource.weight < cancelled * resource.full_weight) {
    resource.weight = resource.full_weight = unfrozen_weight(resource);
  }
  return resource.left / resource.weight;
}

// Nobody asks any more what is left of the saturated resource.
void MaxMin::freeze(Place place, double level, std::uint32_t saturated) {
  levels_[place] = level;
  const Activity& activity = activities_[place];
  const Taken* demand = &taken_[activity.first_demand];
  for (std::uint32_t i = 0; i < activity.demand_count; ++i, ++demand) {
    if (demand->resource != saturated) {
      Shared& shared = resources_[demand->resource];
      shared.left -= demand->weight * level;
      shared.weight -= demand->weight;
      --shared.unfrozen;
    }
  }
}

void MaxMin::build_heap() {
  heap_.clear();
  for (const std::uint32_t resource : component_) {
    const Shared& shared = resources_[resource];
    heap_.push_back({shared.left / shared.weight, resource});
  }
  for (std::size_t i = heap_.size() / 2; i-- > 0;) {
    sink(i, heap_[i]);
  }
}

// Puts the value where it belongs below the hole. Equal levels: the lower resource first, so that the order
// in which resources are met does not matter. Levels are not negative, so they compare as their bits do: that
// needs no branch.
void MaxMin::sink(std::size_t hole, Saturation value) {
  const auto before = [](const Saturation& a, const Saturation& b) {
    const auto x = std::bit_cast<std::uint64_t>(a.level), y = std::bit_cast<std::uint64_t>(b.level);
    return (x < y) | ((x == y) & (a.resource < b.resource));
  };
  const std::size_t size = heap_.size();
  for (std::size_t child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
    child += static_cast<std::size_t>(child + 1 < size && before(heap_[child + 1], heap_[child]));
    if (!before(heap_[child], value)) {
      break;
    }
    heap_[hole] = heap_[child];
    hole = child;
  }
  heap_[hole] = value;
}

void MaxMin::drop_first() {
  const Saturation last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    sink(0, last);
  }
}

}  // namespace headroom::sim
