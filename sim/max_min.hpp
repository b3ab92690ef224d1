// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/program.hpp"

namespace headroom::sim {

// Weighted max-min sharing: how fast activities run that demand some of several resources at once.
//
// The inequations. Activity a has a rate x(a), a share s(a) > 0 and a rate cap m(a); a unit of its work takes
// u(a,r) units of resource r, whose capacity is C(r):
//
//     for every resource r:  sum over a of u(a,r) * x(a) <= C(r)
//     for every activity a:  x(a) <= m(a)
//
// Among all rates that obey these, the max-min fair ones are those where no x(a)/s(a) can be raised without
// lowering some x(b)/s(b) that is no larger. They are unique (Bertsekas & Gallager, Data Networks, 1992,
// section 6.5.2).
//
// How they are found: progressive filling. One level rises from 0 and every activity runs at s(a) * level. An
// activity freezes when it reaches its cap (level m(a)/s(a)), or when a resource that it demands is
// saturated; a resource of which W = sum of s(a)*u(a,r) is still unfrozen, and R units not yet taken by
// frozen ones, saturates at level R/W. That level can only rise while others freeze, so an old value is a
// lower bound: a heap of lower bounds, corrected when they come to the top, finds the next resource to
// saturate. One solve takes O((demands + resources) * log(resources)).
//
// Example. Resources: A of 10, B of 4. Activities: x on A (share 1), y on A and B (share 1), z on B (share
// 3).
//     B saturates at 4/(1+3) = 1, A would at 10/(1+1) = 5.        level 1: B freezes y = 1 and z = 3
//     A has 10-1 = 9 left for x alone: its level is now 9.        level 9: A freezes x = 9
//
// A change reaches only the activities that are connected with it through resources, so only that component
// is solved. The search for it ends as soon as it has met every resource in use: then it has every activity,
// and need not be repeated while those stay that led the search to a resource.
//
// Limits. Rates are levelled in units of work, so activities that meet should measure their work in the same
// unit, or differ in their shares by the ratio. A component is always solved whole, even if a change moves
// little in it.
class MaxMin {
 public:
  // An activity stands on a place while it runs.
  using Place = std::uint32_t;

  // The most that will be present at once; with that, nothing is allocated after construction.
  struct Room {
    std::vector<std::uint32_t> demands_of_place;
    std::vector<std::uint32_t> activities_on_resource;
  };

  MaxMin(std::span<const double> capacities, const Room& room);

  // Preconditions: the place is free; there is at least one demand, and no resource is demanded twice.
  void enter(Place place, double share, double rate_cap, std::span<const Demand> demands);
  void leave(Place place);

  // Solves one of the components that changed since they were last solved, and returns the places in it
  // (valid until the next call); returns none when every component is solved.
  [[nodiscard]] std::span<const Place> solve_next();

  [[nodiscard]] double rate(Place place) const {
    const Activity& activity = activities_[place];
    return levels_[place] < activity.cap_level ? activity.share * levels_[place] : activity.rate_cap;
  }

 private:
  struct Activity {
    double share = 1, rate_cap = 0, cap_level = 0;
    std::uint32_t first_demand = 0, demand_count = 0;
    std::uint32_t visit = 0;   // in which search it was last met
    std::uint32_t link = 0;    // in which search it last led to a resource
    std::uint32_t listed = 0;  // position in entered_
  };
  struct Taken {    // one demand of an activity
    double weight;  // share * per_unit
    std::uint32_t resource;
    std::uint32_t position;  // among the resource's members
  };
  struct Member {  // the same demand, seen from the resource
    Place place;
    std::uint32_t demand;
  };
  struct Shared {  // a resource
    double capacity = 0;
    double left = 0;         // of the capacity, by those that are frozen
    double weight = 0;       // of those that are not frozen
    double full_weight = 0;  // the weight when it was last summed up
    double total = 0;        // weight of all members, if not outdated
    std::uint32_t unfrozen = 0;
    std::uint32_t first_member = 0, member_count = 0;
    std::uint32_t visit = 0;
    bool changed = false, outdated = false;
  };
  struct Saturation {  // a resource saturates at this level, or later
    double level;
    std::uint32_t resource;
  };
  struct Cap {
    double level;
    Place place;
    bool operator<(const Cap& other) const {
      return level != other.level ? level < other.level : place < other.place;
    }
  };

  void mark_changed(std::uint32_t resource);
  void collect(std::uint32_t resource);
  void search(std::uint32_t resource);
  void search_hastily();
  void visit(Place place);
  void prepare();
  void fill();
  void freeze(Place place, double level, std::uint32_t saturated);
  void freeze_members(std::uint32_t saturated, double level);
  [[nodiscard]] double unfrozen_weight(const Shared& resource) const;
  [[nodiscard]] double saturation_level(Shared& resource) const;
  void build_heap();
  void sink(std::size_t hole, Saturation value);
  void drop_first();

  std::vector<Activity> activities_;
  std::vector<double> levels_;  // by place: where it froze; negative: not yet
  std::vector<Taken> taken_;
  std::vector<Shared> resources_;
  std::vector<Member> members_;
  std::vector<std::uint32_t> changed_;  // resources
  std::vector<Place> entered_;
  std::size_t used_resources_ = 0;  // that have members
  bool all_connected_ = false;      // they are one component, the one that was searched last

  // The component being solved.
  std::vector<Place> places_;
  std::vector<std::uint32_t> component_;  // resources
  std::vector<std::uint32_t> to_search_;  // of them, for activities not yet met
  std::vector<Cap> caps_;
  std::vector<Saturation> heap_;
  std::uint32_t visits_ = 0;
};

}  // namespace headroom::sim
