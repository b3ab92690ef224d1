// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/program.hpp"

namespace headroom::sim {

// Folding by symmetry: activities that must behave alike are simulated once.
//
// A partition of activities and resources into classes is equitable if all activities of a class have the
// same amount, share, rate cap and, for every class of resources and every per_unit, the same number of
// demands on it; and if all resources of a class have the same capacity and are demanded, per class of
// activities and per_unit, by the same number of them. On an equitable partition the max-min rates of a class
// are all the same: suppose they were until some level; then the resources of a class have the same left and
// the same weight, and saturate together.
//
// So the whole can be replaced by its quotient: one activity and one resource a class, where the activity of
// class A takes of the resource of class R what all members of A together take of one member of R. Its rates
// are those of the whole, exactly but for rounding, and it stays equitable when a class of activities ends or
// begins.
//
// fold() finds the coarsest such partition by colour refinement: start with one class for each amount, share,
// cap or capacity, and split classes by what their members have to do with another class until nothing splits
// any more. Of the parts of a class the largest need not be split by (Hopcroft 1971; Paige & Tarjan 1987), so
// every demand is looked at no more than log(members) times.
//
// Example: an all-to-all among 2 leaves of 32 hosts over 32 spines has 4,032 activities and 256 links; its
// quotient has 2 activities (within a leaf, between leaves) and 2 links (at a host, at a spine: up and down
// are alike).
struct Sharing {
  struct Activity {
    double amount = 0, share = 1, rate_cap = 0;
    std::vector<Demand> demands;  // each resource at most once
  };
  std::vector<Activity> activities;
  std::vector<double> capacities;
};

struct Folding {
  Sharing quotient;  // of each class its first member's, with the demands of all
  std::vector<std::uint32_t> class_of_activity, class_of_resource;
  std::vector<std::uint32_t> activities_in_class, resources_in_class;
};

[[nodiscard]] Folding fold(const Sharing& sharing);

}  // namespace headroom::sim
