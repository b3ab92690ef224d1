// SPDX-License-Identifier: Apache-2.0
// Many layouts of one job on one cluster, judged one after the other without the simulator.
//
//   LayoutEvaluator evaluator(cluster, job);        // job.layout is not looked at
//   for (const Layout& layout : layouts) evaluator.evaluate(layout);
//
// What layouts share is worked out once: kernels and memory of layers by shape (tensor width, microbatch,
// recomputation, ...), collectives by widths, microbatches in flight by schedule. Answers are those of
// simulate_step with Fidelity::analytic.
#pragma once
#include <map>
#include <memory>
#include <tuple>

#include "models/training/analytic_step.hpp"
#include "models/training/memory_stage.hpp"

namespace headroom::models {

class LayoutEvaluator {
 public:
  // The cluster must outlive the evaluator. Throws Error(bad_input) where accelerators are slow: stages then
  // differ.
  LayoutEvaluator(const topologies::Cluster& cluster, TrainingJob job);
  LayoutEvaluator(const LayoutEvaluator&) = delete;  // exchanges refer to its job
  LayoutEvaluator& operator=(const LayoutEvaluator&) = delete;

  struct Evaluation {
    PeakMemory memory;
    bool fits = true;  // when false there is no time
    AnalyticStep step;
  };
  // Throws Error(bad_input) where check_layout does.
  [[nodiscard]] Evaluation evaluate(const Layout& layout);

  // What can be said of a legal layout without timing it.
  struct Bounds {
    bool fits = true;
    double seconds = 0;       // no step is shorter
    double busy_seconds = 0;  // nor busy for less, in the mean of its stages
  };
  [[nodiscard]] Bounds bounds(const Layout& layout);
  // Closer, for one that fits: what blocks the kernels counts too.
  [[nodiscard]] Bounds close_bounds(const Layout& layout);
  [[nodiscard]] bool fits(const Layout& layout);
  [[nodiscard]] PeakMemory peak_memory(const Layout& layout);

  // Of the last layout: its collectives, for those who show them.
  [[nodiscard]] Exchanges& exchanges();

 private:
  struct Shape {
    Footprints footprints;
    LayerTable costs;
  };
  using ShapeKey = std::tuple<int, int, ContextExchange, double, bool, Recomputation, int, int, bool>;
  using WidthsKey = std::tuple<int, int, ContextExchange, int, int, int, int, int>;
  [[nodiscard]] const Shape& shape();
  template <class SecondsOfChunk, class ForwardSeconds>
  [[nodiscard]] static Bounds bounds_by(const Layout& layout, SecondsOfChunk seconds,
                                        ForwardSeconds forward_seconds);

  const topologies::Cluster& cluster_;
  TrainingJob job_;
  std::map<ShapeKey, Shape> shapes_;
  std::map<WidthsKey, Exchanges> exchanges_;
  KeptMicrobatches kept_;
  Schedules schedules_;
};

}  // namespace headroom::models
