// SPDX-License-Identifier: Apache-2.0
// How the time for a training step grows: with ranks when each is simulated, with microbatches when they are
// folded.
#include <fmt/format.h>

#include <cmath>

#include "tests/bench/growth.hpp"
#include "tests/bench/harness.hpp"
#include "tests/bench/training.hpp"

namespace headroom::bench {
namespace {

// From 256 ranks: what fewer take fits into the caches.
Result ranks() {
  std::vector<Size> sizes;
  bool right = true;
  for (const int servers : {32, 64, 128, 256}) {
    const std::vector<std::string> machine{fmt::format("cluster.servers={}", servers),
                                           fmt::format("layout.global_batch={}", 4 * servers)};
    const Training training = training_of(llama_8b_64, false, machine);
    models::TrainingStep step;
    const double seconds = best_cpu_seconds(3, [&] { step = training.step(); });
    sizes.push_back({static_cast<double>(training.cluster.accelerators()), seconds});
    right = right && step.step_seconds == training_of(llama_8b_64, true, machine).step().step_seconds;
  }
  return {growth_exponent(sizes), right};
}

// Each microbatch more takes the pipeline as long as the one before.
bool is_line(const std::vector<double>& counts_double_each) {
  constexpr double rounding = 1e-6;
  bool line = true;
  for (std::size_t i = 2; i < counts_double_each.size(); ++i) {
    const double step = counts_double_each[i] - counts_double_each[i - 1];
    const double before = counts_double_each[i - 1] - counts_double_each[i - 2];
    line = line && std::abs(step / (2 * before) - 1) < rounding;
  }
  return line;
}

Result microbatches() {
  std::vector<Size> sizes;
  std::vector<double> step_seconds;
  for (const int microbatches : {32, 64, 128, 256, 512}) {
    const Training training = training_of(
        llama_8b_64, true, {"layout.pipeline=4", fmt::format("layout.global_batch={}", 2 * microbatches)});
    models::TrainingStep step;
    const double seconds = best_cpu_seconds(3, [&] { step = training.step(); });
    sizes.push_back({static_cast<double>(microbatches), seconds});
    step_seconds.push_back(step.step_seconds);
  }
  return {growth_exponent(sizes), is_line(step_seconds)};
}

const Registration with_ranks{{"growth-ranks", "exponent", 1.1, ranks}};
const Registration with_microbatches{{"growth-microbatches", "exponent", 1.1, microbatches}};

}  // namespace
}  // namespace headroom::bench
