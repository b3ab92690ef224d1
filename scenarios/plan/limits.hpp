// SPDX-License-Identifier: Apache-2.0
// What a plan must keep to.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace headroom::scenarios {

struct Answer;

// How machines may be had.
enum class Acquisition { own, on_demand, reserved, spot };
[[nodiscard]] const char* to_string(Acquisition a);  // "owned", "rented on demand", ...

struct Limits {                            // empty: none
  std::optional<double> deadline_seconds;  // of the whole run
  std::optional<double> budget_usd;        // of the whole run
  std::optional<double> capex_usd;
  std::optional<double> monthly_usd;
  std::optional<double> power_watts;   // of all machines at their most, before PUE
  std::optional<double> accelerators;  // idle ones count
  double memory_fraction = 0.95;       // of an accelerator's memory, that a layout may fill
  std::vector<Acquisition> acquisitions{Acquisition::own, Acquisition::on_demand};
};

// The cheapest of some ways to have the machines for a run (for a step, where no run is asked for); empty:
// none of them has a price.
struct Having {
  Acquisition acquisition = Acquisition::own;
  double usd = 0;
  std::optional<double> monthly_usd;
};
[[nodiscard]] std::optional<Having> cheapest(const Answer& answer, const std::vector<Acquisition>& ways);

// Of all that is bought; empty where a part has no price.
[[nodiscard]] std::optional<double> capex_of(const Answer& answer);

// One limit held against an answer.
struct LimitUse {
  std::string name;      // "deadline"
  std::string quantity;  // by which its figures are printed: "run_seconds"
  double limit = 0;
  std::optional<double> value;  // empty: not known, so not kept
  [[nodiscard]] bool kept() const { return value && *value <= limit; }
  // By how much of the limit it is broken: 0.2 = a fifth over; 0 where it is kept. Infinite where the value
  // is not known.
  [[nodiscard]] double excess() const;
};
[[nodiscard]] std::vector<LimitUse> uses_of(const Limits& limits, const Answer& answer);

}  // namespace headroom::scenarios
