// SPDX-License-Identifier: Apache-2.0
#include "models/training/schedule.hpp"

#include <algorithm>
#include <set>

#include "tests/catch.hpp"

namespace headroom::models {
namespace {

Layout pipeline(int stages, int microbatches, Schedule schedule, int chunks = 1) {
  Layout layout;
  layout.pipeline = stages;
  layout.schedule = schedule;
  layout.virtual_stages = chunks;
  layout.global_batch = microbatches;
  return layout;
}

}  // namespace

TEST_CASE(
    "Every schedule runs each microbatch through each chunk once forward and once backward, in that order") {
  const Layout layout =
      GENERATE(pipeline(4, 8, Schedule::gpipe), pipeline(4, 8, Schedule::one_forward_one_backward),
               pipeline(4, 2, Schedule::one_forward_one_backward), pipeline(4, 8, Schedule::interleaved, 3),
               pipeline(2, 2, Schedule::interleaved, 2));
  for (int stage = 0; stage < layout.pipeline; ++stage) {
    const std::vector<Task> tasks = schedule_of(layout, stage);
    REQUIRE(tasks.size() == static_cast<std::size_t>(2 * layout.microbatches() * layout.virtual_stages));
    std::set<std::pair<int, int>> forward, backward;
    for (const Task& task : tasks) {
      const std::pair key(task.microbatch, task.chunk);
      if (!task.is_forward()) REQUIRE(forward.count(key) == 1);
      REQUIRE((task.is_forward() ? forward : backward).insert(key).second);
    }
    REQUIRE(forward == backward);
  }
}

TEST_CASE("1F1B warms up with p - r - 1 forwards, interleaved with 2(p - r - 1) + (v - 1)p") {
  for (int r = 0; r < 4; ++r) {
    REQUIRE(warm_up_tasks(pipeline(4, 16, Schedule::one_forward_one_backward), r) == 3 - r);
    REQUIRE(warm_up_tasks(pipeline(4, 16, Schedule::interleaved, 3), r) == 2 * (3 - r) + 2 * 4);
    REQUIRE(warm_up_tasks(pipeline(4, 16, Schedule::gpipe), r) == 16);
  }
}

TEST_CASE("1F1B alternates after its warm-up") {
  const std::vector<Task> tasks = schedule_of(pipeline(2, 3, Schedule::one_forward_one_backward), 0);
  const std::vector<Task> expected{{Pass::forward, 0, 0}, {Pass::forward, 1, 0},  {Pass::backward, 0, 0},
                                   {Pass::forward, 2, 0}, {Pass::backward, 1, 0}, {Pass::backward, 2, 0}};
  REQUIRE(tasks == expected);
}

TEST_CASE("Interleaving passes groups of p microbatches through one chunk after the other") {
  const std::vector<Task> tasks = schedule_of(pipeline(2, 4, Schedule::interleaved, 2), 1);
  const std::vector<Task> first_forwards{{Pass::forward, 0, 0}, {Pass::forward, 1, 0}, {Pass::forward, 0, 1}};
  REQUIRE(std::equal(first_forwards.begin(), first_forwards.end(), tasks.begin()));
  REQUIRE(tasks[3] == Task{Pass::backward, 0, 1});
}

}  // namespace headroom::models
