// SPDX-License-Identifier: Apache-2.0
#include "models/training/layout_search.hpp"

#include <algorithm>
#include <set>

#include "models/training/layout_space.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

struct Question {
  TrainingJob job = toy_job(1, 1, 16, 4);
  topologies::Cluster cluster = toy_cluster(2);
  std::vector<Layout> layouts;

  explicit Question(double memory_bytes) {
    job.accelerator.memory_bytes = memory_bytes;
    layouts =
        all_layouts(*job.network, {.accelerators = 16, .global_batch = 32, .accelerators_per_server = 8});
  }
  [[nodiscard]] LayoutSearch search(std::size_t keep, bool recompute_all = true) const {
    return search_layouts(cluster, job, layouts, {keep, recompute_all});
  }
};

// Every layout that fits, timed.
std::vector<JudgedLayout> timed_all(const Question& question) {
  LayoutEvaluator evaluator(question.cluster, question.job);
  std::vector<JudgedLayout> all;
  for (std::size_t i = 0; i < question.layouts.size(); ++i) {
    const auto evaluation = evaluator.evaluate(question.layouts[i]);
    if (evaluation.fits) all.push_back({question.layouts[i], i, evaluation.memory.bytes, evaluation.step});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.step.seconds < b.step.seconds; });
  return all;
}

std::vector<std::size_t> numbers(const std::vector<JudgedLayout>& judged) {
  std::vector<std::size_t> all;
  for (const JudgedLayout& j : judged) all.push_back(j.number);
  return all;
}

}  // namespace

TEST_CASE("No layout is faster than its bounds say, and bounds say what fits") {
  const Question question(5e9);
  LayoutEvaluator evaluator(question.cluster, question.job);
  std::size_t timed = 0;
  for (const Layout& layout : question.layouts) {
    const LayoutEvaluator::Bounds bounds = evaluator.bounds(layout);
    const LayoutEvaluator::Evaluation evaluation = evaluator.evaluate(layout);
    REQUIRE(bounds.fits == evaluation.fits);
    if (!evaluation.fits) continue;
    ++timed;
    constexpr double rounding = 1 + 1e-12;
    REQUIRE(bounds.seconds <= evaluation.step.seconds * rounding);
    REQUIRE(bounds.busy_seconds <= evaluation.step.busy_fraction * evaluation.step.seconds * rounding);
    const LayoutEvaluator::Bounds close = evaluator.close_bounds(layout);
    REQUIRE(close.seconds * rounding >= bounds.seconds);
    REQUIRE(close.seconds <= evaluation.step.seconds * rounding);
    REQUIRE(close.busy_seconds <= evaluation.step.busy_fraction * evaluation.step.seconds * rounding);
  }
  REQUIRE(timed > 100);
}

TEST_CASE("A search finds what timing every layout finds, and accounts for each") {
  for (const double memory : {3e9, 5e9, 80e9}) {
    CAPTURE(memory);
    const Question question(memory);
    const std::vector<JudgedLayout> all = timed_all(question);
    const LayoutSearch found = question.search(7);
    const SearchCounts& counts = found.counts;
    REQUIRE(counts.layouts == question.layouts.size());
    REQUIRE(counts.too_large + counts.too_slow + counts.timed == counts.layouts);
    REQUIRE(counts.layouts - counts.too_large == all.size());
    REQUIRE(counts.too_slow > 0);
    const std::vector<JudgedLayout> first(all.begin(), all.begin() + 7);
    REQUIRE(numbers(found.fastest) == numbers(first));
  }
}

TEST_CASE("The frontier of a search has what nothing beats, and nothing else") {
  const Question question(80e9);
  const std::vector<JudgedLayout> all = timed_all(question);
  const std::vector<JudgedLayout> frontier = question.search(1).frontier;
  REQUIRE_FALSE(frontier.empty());
  const auto beaten = [](const JudgedLayout& by, const JudgedLayout& j) {
    return by.step.seconds <= j.step.seconds && by.busy_seconds() <= j.busy_seconds() &&
           (by.step.seconds < j.step.seconds || by.busy_seconds() < j.busy_seconds());
  };
  for (const JudgedLayout& j : all) {
    const bool in = std::any_of(frontier.begin(), frontier.end(), [&](const auto& f) {
      return f.step.seconds == j.step.seconds && f.busy_seconds() == j.busy_seconds();
    });
    const bool is_beaten =
        std::any_of(all.begin(), all.end(), [&](const auto& other) { return beaten(other, j); });
    REQUIRE(in == !is_beaten);
  }
}

TEST_CASE("Two halves searched and merged are one search") {
  const Question question(5e9);
  const auto half = question.layouts.size() / 2;
  Question one(5e9), other(5e9);
  one.layouts.resize(half);
  other.layouts.erase(other.layouts.begin(), other.layouts.begin() + static_cast<std::ptrdiff_t>(half));
  LayoutSearch merged = one.search(5), second = other.search(5);
  for (auto* list : {&second.fastest, &second.frontier})
    for (JudgedLayout& judged : *list) judged.number += half;
  merge(merged, second, 5);
  const LayoutSearch whole = question.search(5);
  REQUIRE(numbers(merged.fastest) == numbers(whole.fastest));
  REQUIRE(numbers(merged.frontier) == numbers(whole.frontier));
  REQUIRE(merged.counts.layouts == whole.counts.layouts);
  REQUIRE(merged.counts.too_large == whole.counts.too_large);
}

TEST_CASE("Full recomputation recomputes the fewest layers that fit") {
  const Question question(5e9);
  LayoutEvaluator evaluator(question.cluster, question.job);
  const LayoutSearch found = question.search(question.layouts.size(), false);
  int fewer = 0;
  for (const JudgedLayout& judged : found.fastest) {
    if (judged.layout.recomputation != Recomputation::full) continue;
    REQUIRE(evaluator.fits(judged.layout));
    REQUIRE(judged.layout.recomputed_layers > 0);
    ++fewer;
    Layout less = judged.layout;
    --less.recomputed_layers;
    REQUIRE_FALSE(evaluator.fits(less));
  }
  REQUIRE(fewer > 0);
  // With the choice of a whole number of layers no answer is slower.
  REQUIRE(found.fastest.front().step.seconds <= question.search(1).fastest.front().step.seconds);
}

TEST_CASE("What a space holds, all its layouts have, and it leaves out nothing else") {
  const auto network = make_transformer(toy_shape());
  const LayoutSpace open{.accelerators = 16, .global_batch = 32};
  const std::vector<Layout> all = all_layouts(*network, open);
  const auto count = [&](auto keeps) {
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), keeps));
  };
  LayoutSpace held = open;
  held.tensor = 2;
  REQUIRE(all_layouts(*network, held).size() == count([](const Layout& l) { return l.tensor == 2; }));
  held.data = 4;
  held.recomputation = Recomputation::selective;
  REQUIRE(all_layouts(*network, held).size() == count([](const Layout& l) {
            return l.tensor == 2 && l.data == 4 && l.recomputation == Recomputation::selective;
          }));
  held.zero_stage = 3;
  held.microbatch = 2;
  for (const Layout& l : all_layouts(*network, held)) {
    REQUIRE(l.zero_stage == 3);
    REQUIRE(l.microbatch == 2);
  }
  held = open;
  held.schedule = Schedule::interleaved;
  held.virtual_stages = 2;
  REQUIRE(all_layouts(*network, held).size() == count([](const Layout& l) {
            return l.pipeline == 1 || (l.schedule == Schedule::interleaved && l.virtual_stages == 2);
          }));
  held = open;
  held.tensor = 5;
  REQUIRE(all_layouts(*network, held).empty());
}

TEST_CASE("Layers that split evenly only with both ends counted give the first and last stage one less") {
  TransformerShape shape = toy_shape();
  shape.layers = 14;
  const auto network = make_transformer(shape);
  std::set<int> virtual_stages;
  for (const Layout& l : all_layouts(*network, {.accelerators = 4, .global_batch = 32, .pipeline = 4})) {
    const std::vector<int> layers = layers_of_stages(l, *network);
    REQUIRE_NOTHROW(check_layout(l, *network, 4));
    REQUIRE(layers.front() == 16 / static_cast<int>(layers.size()) - 1);
    REQUIRE(layers.back() == layers.front());
    virtual_stages.insert(l.virtual_stages);
  }
  REQUIRE(virtual_stages == std::set{1, 2, 4});
}
