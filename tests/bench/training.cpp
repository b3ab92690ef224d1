// SPDX-License-Identifier: Apache-2.0
// Training steps: cluster given, planned, built, simulated and broken down.
#include "tests/bench/training.hpp"

#include <cmath>

#include "models/training/evaluator.hpp"
#include "tests/bench/harness.hpp"

namespace headroom::bench {
namespace {

Result unfolded_64() {
  const Training training = training_of(llama_8b_64, false);
  models::TrainingStep step;
  const double seconds = best_cpu_seconds(3, [&] { step = training.step(); });
  return {seconds, step.timeline->makespan == training_of(llama_8b_64, true).step().timeline->makespan};
}

// Grattafiori et al., 2407.21783, table 4.
bool mfu_as_published(const models::TrainingStep& step) {
  return step.mfu >= 0.38 && step.mfu <= 0.43;
}

Result folded_16k() {
  const Training training = training_of(llama_405b_16k, true);
  models::TrainingStep step;
  const double seconds = best_cpu_seconds(5, [&] { step = training.step(); });
  return {seconds, mfu_as_published(step)};
}

// Eight times the machine for eight times the batch: the same share of the peak, but for what the rings of
// 1024 instead of 128 ranks add.
Result folded_131k() {
  const Training training =
      training_of(llama_405b_16k, true, {"cluster.servers=16384", "layout.global_batch=16384"});
  models::TrainingStep step;
  const double seconds = best_cpu_seconds(3, [&] { step = training.step(); });
  return {seconds, training.cluster.accelerators() == 131'072 && mfu_as_published(step)};
}

// One layout after others of the same widths: kernels and collectives are known. Answers of the same question
// by closed form and by simulation stay close.
Result analytic_64() {
  const Training training = training_of(llama_8b_64, true);
  const double simulated = training.step().step_seconds;
  models::LayoutEvaluator evaluator(training.cluster, training.job);
  constexpr int evaluations = 1000;
  double found = evaluator.evaluate(training.job.layout).step.seconds;
  const double seconds = best_cpu_seconds(3, [&] {
    for (int i = 0; i < evaluations; ++i) found = evaluator.evaluate(training.job.layout).step.seconds;
  });
  constexpr double microseconds = 1e6, close = 0.1;
  return {seconds / evaluations * microseconds, std::abs(found / simulated - 1) < close};
}

const Registration step_64{{"training-step-64-unfolded", "s", 0.1, unfolded_64}};
const Registration step_16k{{"training-step-16384-folded", "s", 0.02, folded_16k}};
const Registration step_131k{{"training-step-131072-folded", "s", 0.1, folded_131k}};
const Registration analytic{{"training-step-64-analytic", "us", 10, analytic_64}};

}  // namespace
}  // namespace headroom::bench
