// SPDX-License-Identifier: Apache-2.0
#include "models/training/evaluator.hpp"

#include <set>

#include "models/training/layout_space.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

auto key_of(const Layout& l) {
  return std::tuple(l.tensor, l.pipeline, l.data, l.virtual_stages, l.schedule, l.sequence_parallel,
                    l.zero_stage, l.microbatch, l.recomputation);
}

}  // namespace

TEST_CASE("A layout among many is told what it is told alone") {
  TrainingJob job = toy_job(1, 1, 16, 4);
  job.layout.global_batch = 32;
  const topologies::Cluster cluster = toy_cluster(2);
  job.accelerator.memory_bytes = 5e9;  // some fit, some do not
  const std::vector<Layout> layouts =
      all_layouts(*job.network, {.accelerators = cluster.accelerators(), .global_batch = 32});
  LayoutEvaluator evaluator(cluster, job);
  job.fidelity = Fidelity::analytic;
  int fitting = 0;
  for (std::size_t i = 0; i < layouts.size(); i += 7) {
    CAPTURE(i);
    job.layout = layouts[i];
    const auto among = evaluator.evaluate(layouts[i]);
    const TrainingStep alone = simulate_step(cluster, job);
    REQUIRE(among.fits == alone.fits);
    REQUIRE(among.memory.bytes == alone.memory.total_bytes);
    REQUIRE(among.memory.stage == alone.memory.stage);
    if (!among.fits) continue;
    ++fitting;
    REQUIRE(among.step.seconds == Approx(alone.step_seconds).epsilon(1e-12));
    REQUIRE(among.step.breakdown.sum() == Approx(among.step.seconds));
  }
  REQUIRE(fitting > 20);
  REQUIRE(fitting < static_cast<int>(layouts.size() / 7));
}

TEST_CASE("All layouts are legal, and each is there once") {
  const auto network = make_transformer(toy_shape());
  for (const int accelerators : {1, 6, 16, 64}) {
    const std::vector<Layout> layouts =
        all_layouts(*network, {.accelerators = accelerators, .global_batch = 48});
    std::set<decltype(key_of(Layout{}))> keys;
    for (const Layout& layout : layouts) {
      REQUIRE_NOTHROW(check_layout(layout, *network, accelerators));
      keys.insert(key_of(layout));
    }
    REQUIRE(keys.size() == layouts.size());
  }
  // 48 samples on one accelerator: ten microbatch sizes, three kinds of recomputation, nothing else.
  REQUIRE(all_layouts(*network, {.accelerators = 1, .global_batch = 48}).size() == 10 * 3);
}

TEST_CASE("Every legal layout that the space describes is found") {
  const auto network = make_transformer(toy_shape());  // 8 layers
  constexpr int accelerators = 8;
  std::set<decltype(key_of(Layout{}))> keys;
  for (const Layout& layout : all_layouts(*network, {.accelerators = accelerators, .global_batch = 8}))
    keys.insert(key_of(layout));
  std::size_t legal = 0;
  for (const int tensor : {1, 2, 3, 4, 8})
    for (const int pipeline : {1, 2, 3, 4, 5, 8})
      for (const int chunks : {1, 2, 3, 4})
        for (const int microbatch : {1, 2, 3, 4, 8}) {
          if (accelerators % (tensor * pipeline) != 0 || (chunks > 1 && 8 % (pipeline * chunks) != 0))
            continue;
          Layout l;
          l.tensor = tensor, l.pipeline = pipeline, l.data = accelerators / tensor / pipeline;
          l.virtual_stages = chunks, l.microbatch = microbatch, l.global_batch = 8;
          if (chunks > 1) l.schedule = Schedule::interleaved;
          try {
            check_layout(l, *network, accelerators);
          } catch (const Error&) {
            continue;
          }
          ++legal;
          REQUIRE(keys.count(key_of(l)) == 1);
        }
  REQUIRE(legal > 20);
}
