// SPDX-License-Identifier: Apache-2.0
// What differs between training software on the same machine, as a user can choose it. Data: software.json.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace headroom::models {

struct SoftwareProfile {
  std::string name;     // "eager", "framework", "fused", "overlapped"
  std::string meaning;  // one line
  // What matrix products and attention keep, inside a training step, of the rate that they reach alone:
  // clocks under lasting load, gaps between kernels, small kernels that are not modelled one by one.
  double matrix_rate_fraction = 1;
  // What the host takes to launch a kernel, as kernels are counted in models/workloads (a framework runs
  // several operations for one of them). The device cannot run faster than it is fed.
  double host_seconds_per_kernel = 0;
  bool fused_passes = true;  // see ShardShape
  // Exchanges of tensor parallelism run beside the matrix products that need or make what they move.
  bool overlap_tensor = false;
  std::string fitted_to;
};

[[nodiscard]] std::span<const SoftwareProfile> software_profiles();
// Throws Error(bad_input) that lists the profiles.
[[nodiscard]] const SoftwareProfile& software_profile(std::string_view name);

}  // namespace headroom::models
