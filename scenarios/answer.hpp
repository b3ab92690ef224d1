// SPDX-License-Identifier: Apache-2.0
// What `headroom simulate` says about one scenario; the outputs (table, JSON, CSV, HTML, trace) are views of
// it.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/economics/cost.hpp"
#include "models/training/step.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

struct CollectiveRow {  // as nccl-tests prints them
  double bytes, seconds, algorithm_bandwidth, bus_bandwidth;
  std::string algorithm, protocol;
};

struct Improvement {    // what something perfect would buy
  std::string change;   // "perfect overlap of data-parallel communication", "no pipeline bubble"
  double step_seconds;  // with the change
};

struct Elasticity {                // what a tenth more of one part of the machine would bring, and cost
  std::string part;                // "NIC and fabric bandwidth"
  double step_seconds;             // with it
  std::optional<double> usd = {};  // to buy it; empty: nobody sells it, or its price is not known
  std::string basis = {};          // how that price was come by
  // What it may cost before a step costs more than it does now; empty: what owning costs is not known.
  std::optional<double> worth_usd = {};
  std::optional<double> step_usd_change =
      {};  // of the cost of a step, as a share: with the part at its price
};

// In which a share of measured times should lie (scenarios/validate/intervals.hpp).
struct AnswerInterval {
  double share = 0, low_seconds = 0, high_seconds = 0;
  std::string basis;  // the cases that it rests on
};

struct Answer {
  Scenario scenario;
  // Every figure by its machine-readable name (SI units; the name carries the unit: step_seconds,
  // memory_bytes, tokens_per_second_per_gpu, mfu, run_seconds, run_usd, network_capex_share,
  // bus_bandwidth_bytes_per_second, ...).
  // --json, --csv, compare and the expectations of library files read from here.
  std::map<std::string, double> quantities;
  bool feasible = true;
  std::string why_not;  // the largest memory term and the smallest change that fits
  std::optional<models::TrainingStep> training;
  std::vector<CollectiveRow> collectives;
  std::optional<models::CostReport> cost;
  std::vector<models::LinkUse> links;      // most used first
  std::optional<AnswerInterval> interval;  // of the step, or of the last collective
  std::string limit;                       // the binding limit in words, the limiting link named
  std::vector<Improvement> improvements;   // best first
  std::vector<Elasticity> elasticities;    // best first
  std::vector<std::string> provenance;     // of the parameters that matter most
  std::vector<std::string> warnings;
};

// Runs the scenario. A layout that does not fit gives feasible = false and no time.
[[nodiscard]] Answer simulate(const Scenario& scenario, const sim::RunOptions& run = {});
// The same without what single changes would bring, each of which costs a further simulation.
[[nodiscard]] Answer predict(const Scenario& scenario, const sim::RunOptions& run = {});
// The prediction for a scenario that differs from that of `like` in prices and in the length of the run only:
// nothing is simulated again.
[[nodiscard]] Answer predict_priced(const Scenario& scenario, const Answer& like);

}  // namespace headroom::scenarios
