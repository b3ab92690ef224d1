// SPDX-License-Identifier: Apache-2.0
// One cluster of a plan: its best layouts, and what answers they give.
#pragma once
#include <optional>
#include <vector>

#include "scenarios/plan/plan.hpp"

namespace headroom::scenarios {

// The best layouts of a scenario, with all of its accelerators or with fewer of them in use.
struct Prospect {
  Scenario scenario;  // of the first point for which it stands; idle accelerators taken out
  int used_servers = 0, used_per_server = 0;
  models::LayoutSearch found;
};

// With all accelerators and, where their number is no power of two, with the largest power of two below
// (whole servers, or some of a single one): batches and widths split over few other numbers.
// Error(infeasible) where none has a legal layout.
[[nodiscard]] std::vector<Prospect> prospects_of(const Scenario& scenario, std::size_t keep);

// The scenario with only so many accelerators in use; the others are bought, powered and idle.
[[nodiscard]] Scenario with_used(const Scenario& scenario, int servers, int per_server);

// In closed form; layouts of `found`.
[[nodiscard]] Answer closed_form(const Scenario& scenario, const models::Layout& layout);

// Entry for an answer: what it costs, its objectives, its limits.
[[nodiscard]] PlanEntry entry_of(const SweepQuestion& question, std::size_t point, Answer answer,
                                 double closed_form_seconds);
[[nodiscard]] bool keeps_limits(const PlanEntry& entry);
// All objectives are known.
[[nodiscard]] bool is_priced(const PlanEntry& entry);

}  // namespace headroom::scenarios
