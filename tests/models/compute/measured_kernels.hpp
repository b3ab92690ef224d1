// SPDX-License-Identifier: Apache-2.0
// Published kernel times (../shared/truth/network.json, records for calibration) as kernels that can be
// predicted.
#pragma once
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "models/compute/kernel.hpp"

namespace headroom::models {

struct MeasuredKernels {
  std::string record;
  bool attention = false;
  Accelerator accelerator;
  std::vector<Kernel> kernels;  // what one measurement ran
  double host_seconds = 0;      // fixed cost of a measurement that was timed from the host
  double seconds = 0;           // measured
};

// Left out are
// - implementations of another generation than the profile describes: FlashAttention-1 and unfused attention;
//   FlashAttention-2 on Hopper; block-scaled fp8 on GPUs without instructions for it;
// - points that show the L2 cache's bandwidth instead of the memory's: bound by memory, with all bytes in the
// cache;
// - the best of a search over shapes (maximum achievable matmul), which is a bound and not a kernel's time.
[[nodiscard]] std::vector<MeasuredKernels> read_measured_kernels(const std::string& file);

}  // namespace headroom::models
