// SPDX-License-Identifier: Apache-2.0
// What headroom plan looks for, and what it must keep to.
#include <array>

#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

constexpr double dearest = 1e15;     // USD
constexpr double most_power = 1e12;  // W

constexpr double longest = 100 * 365 * 24 * hour;

constexpr auto table = std::to_array<Field>({
    training(choices("objective", R"("time")", "time|cost|cost_time|energy|co2|capex|power",
                     "What is to be least, of a run (or step); of several, what nothing else beats in all")),
    training(quantity(Kind::seconds, "limits.deadline", "", 0, longest, "Of the whole run")),
    training(quantity(Kind::money, "limits.budget", "", 0, dearest,
                      "Of the whole run, had in the cheapest way that limits.acquisition allows")),
    training(quantity(Kind::money, "limits.capex", "", 0, dearest, "What may be spent on buying")),
    training(quantity(Kind::money, "limits.monthly", "", 0, dearest, "Of owning or renting, a month")),
    training(quantity(Kind::power, "limits.power", "", 1, most_power,
                      "Of all machines at their most, before PUE")),
    training(whole("limits.accelerators", "", 1, most, "At most so many")),
    training(
        number("limits.memory", "0.95", 0.01, 1, "Share of an accelerator's memory that a layout may fill")),
    training(choices("limits.acquisition", R"(["own", "on_demand"])", "own|on_demand|reserved|spot",
                     "How machines may be had; owned and reserved ones cost for the time of the run")),
});

}  // namespace

std::span<const Field> plan_fields() {
  return table;
}

}  // namespace headroom::scenarios
