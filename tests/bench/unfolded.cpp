// SPDX-License-Identifier: Apache-2.0
// Every GPU of a large machine simulated: time and memory.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>

#include "tests/bench/harness.hpp"
#include "tests/bench/training.hpp"

namespace headroom::bench {
namespace {

using Overrides = std::vector<std::string>;
using IsRight = std::function<bool(double seconds)>;

models::TrainingStep step_of(const Overrides& machine, bool fold) {
  return training_of(llama_405b_16k, fold, machine).step();
}

// Two benchmarks of one run, which is long.
void register_run(const std::string& name, const Overrides& machine, double seconds, double gibibytes,
                  Pace pace, const IsRight& is_right) {
  struct Run {
    Measurement unfolded;
    bool right;
  };
  const auto run = [machine, is_right, done = std::make_shared<std::optional<Run>>()]() -> const Run& {
    if (!done->has_value()) {
      const auto measured = measure_in_own_process([&] { return step_of(machine, false).step_seconds; });
      done->emplace(Run{measured, is_right(measured.answer)});
    }
    return **done;
  };
  const auto result = [run](double Measurement::*value) {
    return [run, value] { return Result{run().unfolded.*value, run().right}; };
  };
  Registration({name, "s", seconds, result(&Measurement::cpu_seconds), Better::less, pace});
  Registration(
      {name + "-memory", "GiB", gibibytes, result(&Measurement::peak_gibibytes), Better::less, pace});
}

// To the tick what folding says.
IsRight as_folded(const Overrides& machine) {
  return [machine](double seconds) { return seconds > 0 && seconds == step_of(machine, true).step_seconds; };
}

// One rank of a full stage slower than all others. The step lasts at least as long as that rank works, and is
// longer by no more than its kernels are.
constexpr double slow_speed = 0.8;
bool is_step_with_one_slow(double seconds) {
  const models::TrainingStep all = step_of({}, true);
  const models::Breakdown& b = all.breakdown;
  const double own = b.compute + b.optimiser + b.host;
  return seconds > all.step_seconds && seconds >= own / slow_speed + b.exposed_tensor &&
         seconds <= all.step_seconds + own / slow_speed - own;
}

const bool registered = [] {
  const Overrides larger{"cluster.servers=16384", "layout.global_batch=16384"};
  register_run("training-step-16384-unfolded", {}, 15, 4, Pace::quick, as_folded({}));
  register_run(
      "training-step-16384-one-slow",
      {"fold=false", "cluster.slow.accelerators=[5000]", fmt::format("cluster.slow.speed={}", slow_speed)},
      15, 4, Pace::quick, is_step_with_one_slow);
  register_run("training-step-131072-unfolded", larger, 180, 18, Pace::slow, as_folded(larger));
  return true;
}();

}  // namespace
}  // namespace headroom::bench
