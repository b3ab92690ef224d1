// SPDX-License-Identifier: Apache-2.0
// A figure of an answer as people read it. Its machine-readable name carries the unit (Answer::quantities).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::scenarios {

// print_quantity("step_seconds", 0.0123) = "12.3 ms"; ("mfu", 0.41) = "41.0 %".
[[nodiscard]] std::string print_quantity(std::string_view name, double value);
// "step_seconds" = "step time", "tokens_per_second_per_gpu" = "tokens/s per GPU".
[[nodiscard]] std::string label_of(std::string_view name);
// "41.0 %"
[[nodiscard]] std::string print_percent(double fraction);
// Percentages of the whole that sum to 100.0 exactly: the tenths that rounding down leaves go to the largest
// remainders.
[[nodiscard]] std::vector<std::string> percentages(std::span<const double> parts);

}  // namespace headroom::scenarios
