// SPDX-License-Identifier: Apache-2.0
#include "sim/symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/catch.hpp"
#include "tests/sim/naive_max_min.hpp"
#include "tests/sim/random.hpp"

namespace headroom::sim {
namespace {

using test::Random;

std::vector<double> rates_of(const Sharing& sharing) {
  std::vector<test::NaiveActivity> activities;
  for (const Sharing::Activity& activity : sharing.activities) {
    activities.push_back({activity.share, activity.rate_cap, activity.demands});
  }
  return test::naive_max_min(sharing.capacities, activities);
}

void check_rates_are_those_of_the_whole(const Sharing& sharing, const Folding& folding) {
  const std::vector<double> whole = rates_of(sharing), quotient = rates_of(folding.quotient);
  for (std::size_t a = 0; a < whole.size(); ++a) {
    REQUIRE(quotient[folding.class_of_activity[a]] == Approx(whole[a]).epsilon(1e-9));
  }
}

// By class of the other side and per_unit, the number of demands.
using Profile = std::map<std::pair<std::uint32_t, double>, int>;

void check_equitable(const Sharing& sharing, const Folding& folding) {
  std::vector<Profile> of_activity(sharing.activities.size()), of_resource(sharing.capacities.size());
  for (std::size_t a = 0; a < sharing.activities.size(); ++a) {
    for (const Demand& demand : sharing.activities[a].demands) {
      ++of_activity[a][{folding.class_of_resource[demand.resource.value], demand.per_unit}];
      ++of_resource[demand.resource.value][{folding.class_of_activity[a], demand.per_unit}];
    }
  }
  std::map<std::uint32_t, Profile> of_class;
  for (std::size_t a = 0; a < of_activity.size(); ++a) {
    REQUIRE(of_class.emplace(folding.class_of_activity[a], of_activity[a]).first->second == of_activity[a]);
  }
  of_class.clear();
  for (std::size_t r = 0; r < of_resource.size(); ++r) {
    REQUIRE(of_class.emplace(folding.class_of_resource[r], of_resource[r]).first->second == of_resource[r]);
  }
}

// Leaves of equally many hosts, each host with a link up and one down, each leaf with one trunk up and one
// down.
Sharing all_to_all(std::size_t leaves, std::size_t hosts_of_leaf) {
  const std::size_t hosts = leaves * hosts_of_leaf;
  Sharing sharing;
  sharing.capacities.assign(2 * hosts, 25e9);
  sharing.capacities.resize(2 * hosts + 2 * leaves, 400e9);
  for (std::size_t from = 0; from < hosts; ++from) {
    for (std::size_t to = 0; to < hosts; ++to) {
      Sharing::Activity flow{1e6, 1, INFINITY, {{ResourceId(from), 1}, {ResourceId(hosts + to), 1}}};
      const std::size_t from_leaf = from / hosts_of_leaf, to_leaf = to / hosts_of_leaf;
      if (from_leaf != to_leaf) {
        flow.demands.push_back({ResourceId(2 * hosts + from_leaf), 1});
        flow.demands.push_back({ResourceId(2 * hosts + leaves + to_leaf), 1});
      }
      if (from != to) {
        sharing.activities.push_back(flow);
      }
    }
  }
  return sharing;
}

TEST_CASE("an all-to-all over leaves folds to two activities and two links, with all that they carry") {
  const Sharing sharing = all_to_all(4, 8);
  const Folding folding = fold(sharing);
  REQUIRE(folding.quotient.activities.size() == 2);
  REQUIRE(folding.quotient.capacities == std::vector<double>{25e9, 400e9});  // up and down are alike
  CHECK(folding.activities_in_class == std::vector<std::uint32_t>{32 * 7, 32 * 24});
  CHECK(folding.resources_in_class == std::vector<std::uint32_t>{2 * 32, 2 * 4});
  const auto& within_leaf = folding.quotient.activities[0].demands;
  const auto& between_leaves = folding.quotient.activities[1].demands;
  REQUIRE(within_leaf.size() == 1);
  CHECK(within_leaf[0].per_unit == 7);  // a host sends to 7 on its leaf
  REQUIRE(between_leaves.size() == 2);
  CHECK(between_leaves[0].per_unit == 24);      // and to 24 on others
  CHECK(between_leaves[1].per_unit == 8 * 24);  // and so do its 7 neighbours
  check_equitable(sharing, folding);
  check_rates_are_those_of_the_whole(sharing, folding);
}

TEST_CASE("a failed half of one trunk breaks exactly the classes that can tell") {
  Sharing sharing = all_to_all(4, 4);
  sharing.capacities[32] /= 2;  // the trunk up of leaf 0
  const Folding folding = fold(sharing);
  // Within leaf 0, from it, to it, among the others; and within the others.
  CHECK(folding.quotient.activities.size() == 5);
  CHECK(folding.class_of_resource[0] == folding.class_of_resource[3]);
  CHECK(folding.class_of_resource[0] != folding.class_of_resource[4]);
  CHECK(folding.class_of_resource[4] == folding.class_of_resource[15]);
  check_equitable(sharing, folding);
  check_rates_are_those_of_the_whole(sharing, folding);
}

TEST_CASE("what differs in amount, share, cap or capacity is not folded together") {
  const std::vector<Demand> first{{ResourceId(0), 1}}, second{{ResourceId(1), 1}};
  Sharing sharing{{{1, 1, 1, first}, {1, 1, 1, second}}, {5, 5}};
  CHECK(fold(sharing).quotient.activities.size() == 1);
  SECTION("amount") {
    sharing.activities[0].amount = 2;
  }
  SECTION("share") {
    sharing.activities[0].share = 2;
  }
  SECTION("cap") {
    sharing.activities[0].rate_cap = 2;
  }
  SECTION("capacity") {
    sharing.capacities[0] = 2;
  }
  SECTION("per unit") {
    sharing.activities[0].demands[0].per_unit = 2;
  }
  CHECK(fold(sharing).quotient.activities.size() == 2);
  CHECK(fold(sharing).quotient.capacities.size() == 2);
}

TEST_CASE("a chain whose end differs is told apart all along it") {
  // Activity i is on resources i and i + 1; only the distance from the nearer end tells them apart.
  Sharing sharing;
  constexpr std::uint32_t length = 101;
  sharing.capacities.assign(length + 1, 1);
  for (std::size_t i = 0; i < length; ++i) {
    sharing.activities.push_back({1, 1, INFINITY, {{ResourceId(i), 1}, {ResourceId(i + 1), 1}}});
  }
  CHECK(fold(sharing).quotient.activities.size() == (length + 1) / 2);
  sharing.capacities.front() = 2;
  CHECK(fold(sharing).quotient.activities.size() == length);
}

TEST_CASE(
    "2,000 random sharings made of copies: at most one class a copied thing, and the rates of the whole") {
  Random random(9);
  for (int i = 0; i < 2'000; ++i) {
    const std::size_t copies = 1 + random.below(4), activities = 1 + random.below(6);
    const std::size_t resources = 1 + random.below(5);
    Sharing sharing;
    for (std::size_t r = 0; r < resources; ++r) {
      const double capacity = 1 + random.below(3);
      sharing.capacities.insert(sharing.capacities.end(), copies, capacity);
    }
    for (std::size_t a = 0; a < activities; ++a) {
      Sharing::Activity activity{1.0 * random.below(2), 1.0 + random.below(2), INFINITY, {}};
      if (random.one_in(3)) {
        activity.rate_cap = random.between(0.1, 2);
      }
      // Copy c goes over copy c + turn of the resource: symmetric under a common turn of all.
      std::vector<std::size_t> turns;
      std::vector<double> per_unit;
      for (std::size_t r = 0; r < resources; ++r) {
        turns.push_back(random.below(copies + 1));
        per_unit.push_back(1 + random.below(2));
      }
      turns[random.below(resources)] = 0;
      for (std::size_t c = 0; c < copies; ++c) {
        Sharing::Activity copy = activity;
        for (std::size_t r = 0; r < resources; ++r) {
          if (turns[r] < copies) {  // else not over this resource
            copy.demands.push_back({ResourceId(r * copies + (c + turns[r]) % copies), per_unit[r]});
          }
        }
        sharing.activities.push_back(copy);
      }
    }
    const Folding folding = fold(sharing);
    REQUIRE(folding.quotient.activities.size() <= activities);
    REQUIRE(folding.quotient.capacities.size() <= resources);
    check_equitable(sharing, folding);
    check_rates_are_those_of_the_whole(sharing, folding);
  }
}

TEST_CASE("random sharings without any symmetry fold to something that is still the whole") {
  Random random(10);
  for (int i = 0; i < 1'000; ++i) {
    Sharing sharing;
    const std::uint32_t resources = 1 + random.below(5);
    for (std::uint32_t r = 0; r < resources; ++r) {
      sharing.capacities.push_back(1 + random.below(2));
    }
    for (std::uint32_t a = 0; a < 1 + random.below(12); ++a) {
      Sharing::Activity activity{1, 1, INFINITY, {}};
      for (std::uint32_t r = random.below(resources); r < resources; r += 1 + random.below(3)) {
        activity.demands.push_back({ResourceId(r), 1});
      }
      sharing.activities.push_back(activity);
    }
    const Folding folding = fold(sharing);
    check_equitable(sharing, folding);
    check_rates_are_those_of_the_whole(sharing, folding);
  }
}

TEST_CASE("nothing folds to nothing") {
  const Folding folding = fold({});
  CHECK(folding.quotient.activities.empty());
  CHECK(folding.quotient.capacities.empty());
}

}  // namespace
}  // namespace headroom::sim
