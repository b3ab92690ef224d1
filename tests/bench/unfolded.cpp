// SPDX-License-Identifier: Apache-2.0
// Every GPU of a large machine simulated: time and memory.
#include <memory>
#include <optional>

#include "tests/bench/harness.hpp"
#include "tests/bench/training.hpp"

namespace headroom::bench {
namespace {

using Overrides = std::vector<std::string>;

double simulated_seconds(const Overrides& machine, bool fold) {
  return training_of(llama_405b_16k, fold, machine).step().step_seconds;
}

// Two benchmarks of one run, which is long. Right: to the tick what folding says.
void register_run(const std::string& name, const Overrides& machine, double seconds, double gibibytes,
                  Pace pace) {
  struct Run {
    Measurement unfolded;
    bool right;
  };
  const auto run = [machine, done = std::make_shared<std::optional<Run>>()]() -> const Run& {
    if (!done->has_value()) {
      const auto measured = measure_in_own_process([&] { return simulated_seconds(machine, false); });
      done->emplace(
          Run{measured, measured.answer > 0 && measured.answer == simulated_seconds(machine, true)});
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

const bool registered = [] {
  register_run("training-step-16384-unfolded", {}, 15, 4, Pace::quick);
  register_run("training-step-131072-unfolded", {"cluster.servers=16384", "layout.global_batch=16384"}, 180,
               18, Pace::slow);
  return true;
}();

}  // namespace
}  // namespace headroom::bench
