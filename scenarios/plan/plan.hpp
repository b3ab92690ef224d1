// SPDX-License-Identifier: Apache-2.0
// What `headroom plan` says: of all clusters that a scenario varies, and of all layouts that it leaves open,
// the best that keep the limits.
//
// Every layout is judged in closed form (models/training/layout_search.hpp). Energy, cost and CO2 of a
// cluster rise with the time of a step and with the time that its accelerators are busy, so only layouts that
// no other beats in both are priced. The best of all clusters are then simulated, and ranked by what that
// gives.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/training/layout_search.hpp"
#include "scenarios/answer.hpp"
#include "scenarios/plan/limits.hpp"
#include "scenarios/sweep/question.hpp"

namespace headroom::scenarios {

struct PlanEntry {
  std::size_t point = 0;  // of the question
  std::string cluster;    // what is varied there; empty: nothing is
  Answer answer;
  double closed_form_seconds = 0;  // of a step
  std::optional<Having> having;    // the cheapest allowed; empty: no price is known
  std::vector<double> objectives;  // as the scenario lists them
  std::vector<LimitUse> limits;
  bool on_frontier = false;  // nothing allowed beats it in all objectives (of one: in time and cost)

  [[nodiscard]] const models::Layout& layout() const;
  [[nodiscard]] int accelerators() const;  // idle ones not among them
  [[nodiscard]] int idle() const { return answer.scenario.cluster.idle(); }
};

struct PlanCounts {
  std::size_t clusters = 0;  // points of the question; with fewer accelerators in use they are searched again
  std::size_t unlike = 0;    // of them, those that need searches of their own: not only prices differ
  std::size_t without_layout = 0;
  models::SearchCounts layouts;
  std::size_t priced = 0, over_limits = 0, without_price = 0, simulated = 0;
};

struct Refusal {  // points at which nothing can be
  std::string cluster, reason;
};

struct Plan {
  std::string name, question;
  std::string baseline;  // that speedups are over: a cluster; empty: the smallest
  std::vector<Objective> objectives;
  PlanCounts counts;
  std::vector<PlanEntry> entries;  // that keep all limits, best first
  std::vector<Refusal> refusals;
  std::vector<Expectation> expected;  // of the best answer
  std::vector<std::string> changes;   // where there are no entries: each would make one
  double median_shift = 0;  // |simulated / closed form - 1| over what was simulated, and of the best
  double best_shift = 0;
};

struct PlanOptions {
  int jobs = 0;                // threads; 0: as many as there are cores
  std::size_t shortlist = 20;  // simulated
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // clusters; one call at a time
};

// The same whatever the threads.
[[nodiscard]] Plan make_plan(const SweepQuestion& question, const PlanOptions& options = {});

}  // namespace headroom::scenarios
