// SPDX-License-Identifier: Apache-2.0
// Every layout of GPT-3 175B on 64 A100, with memory check: what a planner has to judge.
#include <cmath>

#include "models/training/layout_search.hpp"
#include "models/training/layout_space.hpp"
#include "tests/bench/harness.hpp"
#include "tests/bench/training.hpp"

namespace headroom::bench {
namespace {

std::vector<models::Layout> layouts_of(const Training& training) {
  return models::all_layouts(
      *training.job.network,
      {.accelerators = training.cluster.accelerators(), .global_batch = 64, .accelerators_per_server = 8});
}

// The best is what simulate_step says of it, and no slower than the layout that Calculon finds for this job
// (TP4 PP8 DP2, 6 virtual stages, selective recomputation; its README's `loe` with a batch of 64).
bool right(const Training& training, const models::JudgedLayout& found) {
  models::TrainingJob job = training.job;
  job.fidelity = models::Fidelity::analytic;
  job.layout = found.layout;
  const double best = simulate_step(training.cluster, job).step_seconds;
  models::Layout& l = job.layout = {};
  l.tensor = 4, l.pipeline = 8, l.data = 2, l.virtual_stages = 6, l.global_batch = 64;
  l.schedule = models::Schedule::interleaved;
  l.sequence_parallel = true;
  l.zero_stage = 2;  // with fp32 gradients on every rank it would not fit
  l.recomputation = models::Recomputation::selective;
  constexpr double rounding = 1e-9;
  return std::abs(found.step.seconds / best - 1) < rounding &&
         found.step.seconds <= simulate_step(training.cluster, job).step_seconds;
}

// From nothing known: kernels and collectives of all shapes and widths are worked out on the way. `keep` as
// large as the space: every layout that fits is timed.
Result layouts_per_second(std::size_t keep) {
  const Training training = training_of("tests/bench/gpt3-175b-64.json", true);
  const std::vector<models::Layout> layouts = layouts_of(training);
  models::LayoutSearch found;
  const double seconds = best_cpu_seconds(2, [&] {
    found = models::search_layouts(training.cluster, training.job, layouts, {keep, true});
  });
  constexpr double microseconds = 1e6;
  constexpr std::size_t thousands = 3000;
  return {seconds / static_cast<double>(layouts.size()) * microseconds,
          layouts.size() > thousands && right(training, found.fastest.front())};
}

constexpr std::size_t shortlist = 20, everything = 1000000;

const Registration space{
    {"layout-space-gpt3-175b-64", "us", 10, [] { return layouts_per_second(everything); }}};
const Registration listed{
    {"layout-search-gpt3-175b-64", "us", 10, [] { return layouts_per_second(shortlist); }}};

}  // namespace
}  // namespace headroom::bench
