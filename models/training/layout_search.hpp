// SPDX-License-Identifier: Apache-2.0
// The best layouts of a job on a cluster, in closed form.
//
// Every layout is first held against memory, then against what no run of it can beat; only those that might
// be among the answers are timed. Nothing that is left out could have been one of them.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "models/training/evaluator.hpp"

namespace headroom::models {

struct JudgedLayout {
  Layout layout;
  std::size_t number = 0;  // its place among the layouts asked
  double memory_bytes = 0;
  AnalyticStep step;
  // Of a step, in the mean of all accelerators: with the step's time all that energy and cost depend on.
  [[nodiscard]] double busy_seconds() const { return step.busy_fraction * step.seconds; }
};

// What became of the layouts: too_large + too_slow + timed = layouts.
struct SearchCounts {
  std::size_t layouts = 0;
  std::size_t too_large = 0;  // for the accelerator's memory
  std::size_t too_slow = 0;   // even if nothing waited for data or pipeline, or recomputing without need
  std::size_t timed = 0;
  void add(const SearchCounts& other);
  bool operator==(const SearchCounts&) const = default;
};

struct LayoutSearch {
  SearchCounts counts;
  std::vector<JudgedLayout> fastest;  // as many as asked for, fastest first
  // Those that no other beats in both time and busy time, fastest first. Whatever rises with both is least
  // here: energy, cost, CO2.
  std::vector<JudgedLayout> frontier;
};

struct SearchOptions {
  std::size_t keep = 1;  // of the fastest
  // Off: full recomputation (recomputed_layers < 0) takes the fewest layers that fit, and none is left to the
  // layout without recomputation.
  bool recompute_all = false;
};
// Of equals the one that comes first in `layouts` wins. Throws Error(bad_input) where LayoutEvaluator does.
[[nodiscard]] LayoutSearch search_layouts(const topologies::Cluster& cluster, const TrainingJob& job,
                                          std::span<const Layout> layouts, const SearchOptions& options);

// One search of what two searched: numbers must not repeat.
void merge(LayoutSearch& into, const LayoutSearch& other, std::size_t keep);

}  // namespace headroom::models
