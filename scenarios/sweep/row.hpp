// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::scenarios {

enum class PointState {
  answered,
  infeasible,  // it does not fit
  refused,     // there is no such thing: a layout that cannot be, a server without the accelerator
};
[[nodiscard]] const char* to_string(PointState state);

// What a sweep keeps of the answer at one point.
struct SweepRow {
  PointState state = PointState::refused;
  std::string reason;                        // why there is no answer
  std::map<std::string, double> quantities;  // as Answer::quantities
  std::string limit;
  std::vector<std::string> warnings;

  bool operator==(const SweepRow&) const = default;
};

// A row as one line of text without its end, and back: nothing is lost, not even a bit of a number.
[[nodiscard]] std::string row_line(const SweepRow& row);
// Throws Error(bad_input) for a text that no row gives.
[[nodiscard]] SweepRow read_row_line(std::string_view line);

}  // namespace headroom::scenarios
