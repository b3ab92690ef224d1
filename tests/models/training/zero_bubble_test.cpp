// SPDX-License-Identifier: Apache-2.0
// Backward passes split in two, so that gradients of weights fill what would be bubble.
#include <algorithm>
#include <map>

#include "models/training/evaluator.hpp"
#include "models/training/schedule.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

Layout pipeline(Schedule schedule, int stages, int microbatches) {
  Layout layout;
  layout.pipeline = stages;
  layout.schedule = schedule;
  layout.global_batch = microbatches;
  return layout;
}

TrainingJob zero_bubble_job(int tensor, int stages, int data, int microbatches) {
  TrainingJob job = toy_job(tensor, stages, data, microbatches);
  job.layout.schedule = Schedule::zero_bubble;
  return job;
}

struct PassTimes {
  int forward, backward, weights;
  [[nodiscard]] int sum() const { return forward + backward + weights; }
  [[nodiscard]] int of(Pass pass) const {
    if (pass == Pass::forward) return forward;
    return pass == Pass::backward ? backward : weights;
  }
};

// How long all stages take, with transfers that take no time. Where the schedule does not split it, the
// backward pass takes as long as both parts.
int span(const Layout& layout, PassTimes times) {
  if (!layout.splits_backward()) times.backward += times.weights;
  const int p = layout.pipeline;
  std::map<std::tuple<bool, int, int>, int> ended;  // forward, stage, microbatch
  std::vector<std::size_t> next(static_cast<std::size_t>(p));
  std::vector<int> now(next.size());
  for (bool went_on = true; went_on;) {
    went_on = false;
    for (int stage = 0; stage < p; ++stage) {
      const std::vector<Task> tasks = schedule_of(layout, stage);
      const auto s = static_cast<std::size_t>(stage);
      for (; next[s] < tasks.size(); ++next[s], went_on = true) {
        const Task& task = tasks[next[s]];
        const int from = stage + (task.is_forward() ? -1 : 1);
        if (task.pass != Pass::weights && from >= 0 && from < p) {
          const auto input = ended.find({task.is_forward(), from, task.microbatch});
          if (input == ended.end()) break;
          now[s] = std::max(now[s], input->second);
        }
        now[s] += times.of(task.pass);
        if (task.pass != Pass::weights) ended[{task.is_forward(), stage, task.microbatch}] = now[s];
      }
    }
  }
  return *std::max_element(now.begin(), now.end());
}

}  // namespace

TEST_CASE("ZB-H1 leaves of the bubble (p - 1)(F + B - W), where 1F1B has (p - 1)(F + B + W)") {
  // Qi et al., 2401.10241, table 2; DeepSeek-V3, 2412.19437, table 2, where B holds both parts: F + B - 2W.
  const int stages = GENERATE(2, 4, 8), microbatches = GENERATE(8, 9, 32);
  const PassTimes times = GENERATE(PassTimes{10, 10, 10}, PassTimes{10, 12, 8}, PassTimes{7, 11, 3});
  CAPTURE(stages, microbatches, times.backward, times.weights);
  CHECK(span(pipeline(Schedule::one_forward_one_backward, stages, microbatches), times) ==
        microbatches * times.sum() + (stages - 1) * times.sum());
  CHECK(span(pipeline(Schedule::zero_bubble, stages, microbatches), times) ==
        microbatches * times.sum() + (stages - 1) * (times.sum() - 2 * times.weights));
}

TEST_CASE("With ZB-H1 every stage keeps as many microbatches as the first does with 1F1B") {
  for (const int microbatches : {2, 4, 16})
    for (int stage = 0; stage < 4; ++stage) {
      int kept = 0, most = 0;
      for (const Task& task : schedule_of(pipeline(Schedule::zero_bubble, 4, microbatches), stage)) {
        if (task.pass == Pass::backward) continue;
        kept += task.is_forward() ? 1 : -1;
        most = std::max(most, kept);
      }
      CHECK(kept == 0);
      CHECK(most == std::min(4, microbatches));
    }
}

TEST_CASE("Splitting the backward pass changes no arithmetic and shortens the step") {
  const topologies::Cluster cluster = toy_cluster(1, 4);
  TrainingJob job = zero_bubble_job(1, 4, 1, 8);
  const TrainingStep split = simulate_step(cluster, job);
  job.layout.schedule = Schedule::one_forward_one_backward;
  const TrainingStep whole = simulate_step(cluster, job);
  CHECK(split.breakdown.compute == Approx(whole.breakdown.compute));
  CHECK(split.breakdown.bubble < 0.6 * whole.breakdown.bubble);
  CHECK(split.step_seconds < whole.step_seconds);
  CHECK(split.breakdown.sum() == Approx(split.step_seconds));
  CHECK(split.memory.total_bytes >= whole.memory.total_bytes);
}

TEST_CASE("A step with ZB-H1 is the same folded and rank by rank, and near without the simulator") {
  struct Widths {
    int tensor, pipeline, data, zero;
  };
  const Widths w = GENERATE(Widths{1, 4, 1, 0}, Widths{2, 2, 4, 1}, Widths{1, 4, 4, 0}, Widths{1, 2, 8, 2});
  CAPTURE(w.tensor, w.pipeline, w.data, w.zero);
  TrainingJob job = zero_bubble_job(w.tensor, w.pipeline, w.data, 2 * w.pipeline);
  job.layout.zero_stage = w.zero;
  job.software.overlap_tensor = w.tensor > 1;
  const topologies::Cluster cluster = w.data == 1 ? toy_cluster(1, 4) : toy_cluster(2);
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(w.data == 1 ? 1e-6 : 0.05));
}

TEST_CASE("No step with ZB-H1 is shorter than its bounds") {
  for (const int stages : {2, 4, 8})
    for (const int microbatches : {4, 16}) {
      const TrainingJob job = zero_bubble_job(1, stages, 1, microbatches);
      const topologies::Cluster cluster = toy_cluster(1, stages);
      LayoutEvaluator evaluator(cluster, job);
      const double step = evaluator.evaluate(job.layout).step.seconds;
      CHECK(evaluator.bounds(job.layout).seconds <= step);
      CHECK(evaluator.close_bounds(job.layout).seconds <= step);
    }
}

TEST_CASE("Layouts without a pipeline or with split weights have no zero-bubble schedule") {
  const auto network = make_transformer(toy_shape());
  CHECK(complaint(zero_bubble_job(1, 1, 4, 2).layout, *network).find("pipeline of at least 2, found 1") !=
        std::string::npos);
  Layout layout = zero_bubble_job(1, 2, 4, 2).layout;
  CHECK(complaint(layout, *network).empty());
  layout.zero_stage = 3;
  CHECK(complaint(layout, *network).find("expected zero_stage 0 to 2, found 3") != std::string::npos);
}
