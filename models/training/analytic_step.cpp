// SPDX-License-Identifier: Apache-2.0
// The step without the simulator: stages work through their schedules, and a task starts when the one before
// it on its stage has ended and its input has come. For equal stages and free transfers this gives the known
// closed form T = m (f + b) + (p - 1)(f + b) / v of Narayanan et al., 2104.04473, sec. 2.2 (f, b: forward and
// backward seconds of a stage's microbatch, m microbatches, p stages of v chunks); uneven stages, transfers,
// and what data parallelism adds to single tasks (stage_clock.hpp) have no shorter form.
#include "models/training/analytic_step.hpp"

#include <algorithm>

#include "models/training/stage_clock.hpp"

namespace headroom::models {
namespace {

class Pipeline {
 public:
  Pipeline(const TrainingJob& job, const StageCosts& costs, Exchanges& exchanges, Schedules& schedules)
      : job_(job),
        layout_(job.layout),
        costs_(costs),
        exchanges_(exchanges),
        microbatches_(job.layout.microbatches()) {
    clocks_.reserve(static_cast<std::size_t>(layout_.pipeline));
    for (int stage = 0; stage < layout_.pipeline; ++stage) {
      clocks_.emplace_back(job, costs, exchanges, stage);
      tasks_.push_back(&schedules.of(layout_, stage));
    }
    inputs_.resize(2 * static_cast<std::size_t>(stages_and_chunks() * microbatches_));
  }

  AnalyticStep run() {
    next_.assign(tasks_.size(), 0);
    for (bool went_on = true; went_on;) {
      went_on = false;
      for (std::size_t stage = 0; stage < tasks_.size(); ++stage)
        while (next_[stage] < tasks_[stage]->size() && run_task(static_cast<int>(stage), next_[stage])) {
          ++next_[stage];
          went_on = true;
        }
    }
    end();
    return result();
  }

 private:
  [[nodiscard]] int stages_and_chunks() const { return layout_.pipeline * layout_.virtual_stages; }

  // What a task waits for from a neighbour, once that has sent it.
  Transfer& input(bool forward, int virtual_stage, int microbatch) {
    const int row = (forward ? 0 : stages_and_chunks()) + virtual_stage;
    return inputs_[static_cast<std::size_t>(row * microbatches_ + microbatch)];
  }

  // False: its input has not been sent yet.
  bool run_task(int stage, std::size_t index) {
    const Task& task = (*tasks_[static_cast<std::size_t>(stage)])[index];
    StageClock& clock = clocks_[static_cast<std::size_t>(stage)];
    if (task.pass == Pass::weights) {
      clock.backward(task);
      return true;
    }
    const int virtual_stage = task.chunk * layout_.pipeline + stage, last = stages_and_chunks() - 1;
    if (virtual_stage != (task.is_forward() ? 0 : last)) {
      const Transfer& from = input(task.is_forward(), virtual_stage, task.microbatch);
      if (!from.is_sent()) return false;
      clock.wait_for(from);
    }
    if (task.is_forward())
      clock.forward(task);
    else
      clock.backward(task);
    if (virtual_stage == (task.is_forward() ? last : 0)) return true;
    const int to = virtual_stage + (task.is_forward() ? 1 : -1);
    const int producer = std::min(virtual_stage, to);  // whose output, or its gradient, travels
    const Chunk& chunk = costs_.chunk(producer % layout_.pipeline, producer / layout_.pipeline);
    input(task.is_forward(), to, task.microbatch) =
        clock.send(task.is_forward(), chunk.back()->boundary_bytes);
    return true;
  }

  void end() {
    for (StageClock& clock : clocks_) clock.flush_gradients();
    const double tied = job_.network->tied_parameters(shard_shape(job_)) * job_.software.gradient_bytes;
    if (layout_.pipeline > 1 && tied > 0)
      StageClock::reduce_together(
          clocks_.front(), clocks_.back(),
          exchanges_.time(GroupKind::embeddings, 0, Collective::all_reduce, tied).seconds);
    for (StageClock& clock : clocks_) clock.optimise();
  }

  // The breakdown is that of the stage that works longest, as in the simulation.
  [[nodiscard]] AnalyticStep result() const {
    AnalyticStep step;
    const StageClock* critical = &clocks_.front();
    double busy = 0;
    for (const StageClock& clock : clocks_) {
      step.seconds = std::max(step.seconds, clock.now());
      busy += clock.busy();
      if (clock.busy() > critical->busy()) critical = &clock;
    }
    step.breakdown = critical->breakdown();
    step.breakdown.bubble += step.seconds - critical->now();
    step.busy_fraction = std::min(1.0, busy / (static_cast<double>(clocks_.size()) * step.seconds));
    return step;
  }

  const TrainingJob& job_;
  const Layout& layout_;
  const StageCosts& costs_;
  Exchanges& exchanges_;
  int microbatches_;
  std::vector<StageClock> clocks_;
  std::vector<const std::vector<Task>*> tasks_;
  std::vector<std::size_t> next_;  // by stage: the task that comes next
  std::vector<Transfer> inputs_;
};

}  // namespace

AnalyticStep analytic_step(const TrainingJob& job, const StageCosts& costs, Exchanges& exchanges,
                           Schedules& schedules) {
  return Pipeline(job, costs, exchanges, schedules).run();
}

}  // namespace headroom::models
