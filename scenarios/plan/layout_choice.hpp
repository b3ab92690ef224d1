// SPDX-License-Identifier: Apache-2.0
// Scenarios that leave some of their layout open (layout.auto): which layouts they may have, and the best.
#pragma once
#include <cstddef>
#include <span>

#include "models/training/layout_search.hpp"
#include "scenarios/scenario.hpp"

namespace headroom::scenarios {

[[nodiscard]] bool leaves_layout_open(const Scenario& scenario);
[[nodiscard]] Scenario with_layout(const Scenario& scenario, const models::Layout& layout);

// All layouts that the scenario may have. Throws Error(infeasible) where there is none, and says the nearest
// batch for which there is one.
[[nodiscard]] std::vector<models::Layout> layouts_of(const Scenario& scenario);
// The best of them, tensor widths side by side on all threads: the same whatever their number.
[[nodiscard]] models::LayoutSearch search_layouts_of(const Scenario& scenario,
                                                     std::span<const models::Layout> layouts,
                                                     std::size_t keep);
// The one that needs the least memory, where none fits.
[[nodiscard]] models::Layout smallest_layout_of(const Scenario& scenario,
                                                std::span<const models::Layout> layouts);

// Every layout field given: the fastest layout that fits, else the smallest.
[[nodiscard]] Scenario with_chosen_layout(const Scenario& scenario);

}  // namespace headroom::scenarios
