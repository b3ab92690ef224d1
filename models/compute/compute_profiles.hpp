// SPDX-License-Identifier: Apache-2.0
// Which profile an accelerator has: of those that ship (profiles.json, compiled in), or of a file of the same
// form that somebody fitted to measurements of their own.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/compute/kernel_time.hpp"

namespace headroom::models {

// A parameter of a profile. Values lie in (low, high].
struct ComputeParameter {
  const char* name;
  double ComputeProfile::*member;
  double low, high;
};
[[nodiscard]] std::span<const ComputeParameter> compute_parameters();

// A value as a file gives it.
struct ProfileValue {
  std::string parameter;
  double value = 0;
  std::string fitted_to;
  std::optional<double> standard_error = {};  // of fitted ones
};

struct ProfileRecord {
  ComputeProfile profile;                                // with what it inherits
  std::string inherits;                                  // a profile above it; empty: nothing
  std::vector<std::string> accelerators, architectures;  // that it is for, the first before the second
  std::vector<ProfileValue> values;                      // its own
};

class ComputeProfiles {
 public:
  [[nodiscard]] static const ComputeProfiles& built_in();
  // Profiles of `text` (schema "headroom-compute-profiles-1") before those that ship, which they may inherit
  // from. Throws Error(bad_input) "file: path: expected ..., found ..." for anything else.
  [[nodiscard]] static ComputeProfiles read(std::string_view text, const std::string& file);

  // That of the accelerator, else of its architecture, else "unknown".
  [[nodiscard]] const ComputeProfile& of(const Accelerator& accelerator) const;
  // Whether that is one of the file, not of those that ship.
  [[nodiscard]] bool has_own(const Accelerator& accelerator) const;
  [[nodiscard]] const std::vector<ProfileRecord>& records() const {
    return records_;
  }  // searched in this order

 private:
  std::vector<ProfileRecord> records_;
};

}  // namespace headroom::models
