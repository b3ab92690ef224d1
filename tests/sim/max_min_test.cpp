// SPDX-License-Identifier: Apache-2.0
#include "sim/max_min.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "tests/catch.hpp"
#include "tests/sim/naive_max_min.hpp"
#include "tests/sim/random.hpp"

namespace headroom::sim {
namespace {

using test::NaiveActivity;
using test::Random;

MaxMin::Room room_for_any(std::size_t places, std::size_t resources) {
  return {std::vector<std::uint32_t>(places, static_cast<std::uint32_t>(resources)),
          std::vector<std::uint32_t>(resources, static_cast<std::uint32_t>(places))};
}

std::vector<MaxMin::Place> solve_all(MaxMin& sharing) {
  std::vector<MaxMin::Place> solved;
  for (auto places = sharing.solve_next(); !places.empty(); places = sharing.solve_next()) {
    solved.insert(solved.end(), places.begin(), places.end());
  }
  std::sort(solved.begin(), solved.end());
  return solved;
}

TEST_CASE("the example of the header comes out as it is solved there") {
  const Demand a{ResourceId(0), 1}, b{ResourceId(1), 1};
  MaxMin sharing(std::vector<double>{10, 4}, room_for_any(3, 2));
  sharing.enter(0, 1, INFINITY, std::vector{a});
  sharing.enter(1, 1, INFINITY, std::vector{a, b});
  sharing.enter(2, 3, INFINITY, std::vector{b});
  CHECK(solve_all(sharing).size() == 3);
  CHECK(sharing.rate(0) == 9);
  CHECK(sharing.rate(1) == 1);
  CHECK(sharing.rate(2) == 3);

  SECTION("when z ends, B is y's alone and saturates first, at 4; A leaves 6 to x") {
    sharing.leave(2);
    CHECK(solve_all(sharing).size() == 2);
    CHECK(sharing.rate(0) == 6);
    CHECK(sharing.rate(1) == 4);
  }
  SECTION("when x is capped at 2, y and z do not notice, since B binds them") {
    sharing.leave(0);
    sharing.enter(0, 1, 2, std::vector{a});
    solve_all(sharing);
    CHECK(sharing.rate(0) == 2);
    CHECK(sharing.rate(1) == 1);
  }
}

TEST_CASE("a unit that takes more of a resource counts for more") {
  // 2 u + 1 v <= 9 at equal rates: both 3. With v capped at 1: u = 4.
  const Demand twice{ResourceId(0), 2}, once{ResourceId(0), 1};
  MaxMin sharing(std::vector<double>{9}, room_for_any(2, 1));
  sharing.enter(0, 1, INFINITY, std::vector{twice});
  sharing.enter(1, 1, INFINITY, std::vector{once});
  solve_all(sharing);
  CHECK(sharing.rate(0) == 3);
  CHECK(sharing.rate(1) == 3);
  sharing.leave(1);
  sharing.enter(1, 1, 1, std::vector{once});
  solve_all(sharing);
  CHECK(sharing.rate(0) == 4);
  CHECK(sharing.rate(1) == 1);
}

TEST_CASE(
    "only the component that a change touches is solved, and a component that falls apart becomes two") {
  const auto on = [](std::size_t r) { return Demand{ResourceId(r), 1}; };
  MaxMin sharing(std::vector<double>{1, 1, 1}, room_for_any(4, 3));
  sharing.enter(0, 1, INFINITY, std::vector{on(0)});
  sharing.enter(1, 1, INFINITY, std::vector{on(0), on(1)});
  sharing.enter(2, 1, INFINITY, std::vector{on(1)});
  sharing.enter(3, 1, INFINITY, std::vector{on(2)});
  CHECK(solve_all(sharing) == std::vector<MaxMin::Place>{0, 1, 2, 3});
  CHECK(sharing.solve_next().empty());
  sharing.leave(1);
  CHECK(sharing.solve_next().size() == 1);
  CHECK(sharing.solve_next().size() == 1);
  CHECK(sharing.solve_next().empty());
  CHECK(sharing.rate(0) == 1);
  CHECK(sharing.rate(2) == 1);
}

// A random sharing in which activities come and go, kept in both forms.
class Changing {
 public:
  Changing(Random& random, std::uint32_t places, std::uint32_t resources)
      : random_(random),
        capacities_(draw_capacities(random, resources)),
        activities_(places),
        fast_(capacities_, room_for_any(places, resources)) {}

  void change() {
    const std::uint32_t place = random_.below(activities_.size());
    if (activities_[place]) {
      fast_.leave(place);
      activities_[place].reset();
    } else {
      activities_[place] = draw_activity();
      const NaiveActivity& activity = *activities_[place];
      fast_.enter(place, activity.share, activity.rate_cap, activity.demands);
    }
  }

  [[nodiscard]] bool equals_naive() {
    solve_all(fast_);
    std::vector<NaiveActivity> present;
    for (const auto& activity : activities_) {
      if (activity) {
        present.push_back(*activity);
      }
    }
    const std::vector<double> rates = test::naive_max_min(capacities_, present);
    auto expected = rates.begin();
    for (std::uint32_t place = 0; place < activities_.size(); ++place) {
      if (activities_[place] && std::abs(fast_.rate(place) / *expected++ - 1) > 1e-9) {
        return false;
      }
    }
    return true;
  }

 private:
  static std::vector<double> draw_capacities(Random& random, std::uint32_t resources) {
    std::vector<double> capacities;
    for (std::uint32_t r = 0; r < resources; ++r) {
      capacities.push_back(random.one_in(2) ? 1 + random.below(4) : random.between(1, 10));
    }
    return capacities;
  }

  NaiveActivity draw_activity() {
    NaiveActivity activity{1, INFINITY, {}};
    if (random_.one_in(3)) {
      activity.share = random_.between(0.5, 4);
    }
    if (random_.one_in(3)) {
      activity.rate_cap = random_.between(0.1, 3);
    }
    for (std::uint32_t r = random_.below(capacities_.size()); r < capacities_.size();
         r += 1 + random_.below(capacities_.size())) {
      activity.demands.push_back({ResourceId(r), random_.one_in(3) ? random_.between(0.1, 3) : 1});
    }
    return activity;
  }

  Random& random_;
  std::vector<double> capacities_;
  std::vector<std::optional<NaiveActivity>> activities_;
  MaxMin fast_;
};

TEST_CASE("10,000 random sharings with arrivals and departures: the rates are those of the naive solver") {
  Random random(2);
  for (int i = 0; i < 1'000; ++i) {
    Changing sharing(random, 1 + random.below(12), 1 + random.below(6));
    for (int step = 0; step < 10; ++step) {
      for (std::uint32_t change = 0; change <= random.below(8); ++change) {
        sharing.change();
      }
      REQUIRE(sharing.equals_naive());
    }
  }
}

TEST_CASE("large random sharings equal the naive solver's") {
  Random random(3);
  Changing sharing(random, 200, 40);
  for (int i = 0; i < 300; ++i) {
    sharing.change();
  }
  REQUIRE(sharing.equals_naive());
}

TEST_CASE("small activities keep their precision beside huge ones that froze before") {
  // B (capacity 1) freezes the huge one at rate 1, of A's 4 that takes 1; the small ones share the other 3.
  const Demand a{ResourceId(0), 1}, b{ResourceId(1), 1};
  for (const double share : {1.0, 0.1, 1e-9, 1.0 / 3e14}) {
    MaxMin sharing(std::vector<double>{4, 1}, room_for_any(3, 2));
    sharing.enter(0, 1 / share, INFINITY, std::vector{a, b});
    sharing.enter(1, share, INFINITY, std::vector{a});
    sharing.enter(2, 2 * share, INFINITY, std::vector{a});
    solve_all(sharing);
    CHECK(sharing.rate(0) == Approx(1).epsilon(1e-12));
    CHECK(sharing.rate(1) == Approx(1).epsilon(1e-12));
    CHECK(sharing.rate(2) == Approx(2).epsilon(1e-12));
  }
}

// With equal shares. Up to the level at which a newcomer freezes, filling goes as if it were not frozen;
// before it came, the same filling went on without it.
TEST_CASE("who comes or goes at rate r changes nobody who is slower than r") {
  const Demand unit{ResourceId(0), 1};
  Random random(4);
  for (int i = 0; i < 2'000; ++i) {
    const std::uint32_t resources = 2 + random.below(6), places = 2 + random.below(12);
    std::vector<double> capacities;
    for (std::uint32_t r = 0; r < resources; ++r) {
      capacities.push_back(random.between(1, 10));
    }
    MaxMin sharing(capacities, room_for_any(places, resources));
    for (std::uint32_t place = 0; place < places; ++place) {
      std::vector<Demand> demands{unit};
      demands.front().resource = ResourceId(random.below(resources - 1));
      demands.push_back(
          {ResourceId(resources - 1 - random.below(resources - 1 - demands[0].resource.value)), 1});
      sharing.enter(place, 1, INFINITY, demands);
    }
    solve_all(sharing);
    std::vector<double> before;
    for (std::uint32_t place = 0; place < places; ++place) {
      before.push_back(sharing.rate(place));
    }
    const std::uint32_t leaver = random.below(places);
    sharing.leave(leaver);
    solve_all(sharing);
    for (std::uint32_t place = 0; place < places; ++place) {
      if (place != leaver && before[place] < before[leaver] * (1 - 1e-9)) {
        REQUIRE(sharing.rate(place) == Approx(before[place]).epsilon(1e-9));
      }
    }
  }
}

}  // namespace
}  // namespace headroom::sim
