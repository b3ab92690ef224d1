// SPDX-License-Identifier: Apache-2.0
// Records of kernels (matrix products, attention, copies, launches) as what ran at each point, and how long
// it took: for predictions of them, and for fits to them.
#pragma once
#include "models/compute/kernel_time.hpp"
#include "scenarios/validate/network_case.hpp"

namespace headroom::scenarios::validation {

struct KernelPoint {
  std::vector<models::Kernel> kernels;
  Measured measured;
  double amount = 0;                               // FLOP or bytes: of a rate, what was done in the time
  std::vector<std::pair<std::string, double>> at;  // the shape, as the record has it

  [[nodiscard]] double measured_seconds() const {
    return measured.is_rate ? amount / measured.value : measured.value;
  }
};

struct KernelRecord {
  models::Accelerator accelerator;
  std::string set;          // of like cases: "gemm", "memory-bound kernels"
  double host_seconds = 0;  // at every point beside the kernels
  std::vector<KernelPoint> points;
};

// Points that say nothing of the kernel (without a time, run by another generation's implementation, inside a
// cache) are left out. Throws Error(bad_input) with the reason where the record cannot be read.
[[nodiscard]] KernelRecord kernel_record(const Fields& record, const models::Catalogue& catalogue);
[[nodiscard]] bool is_of_kernels(const std::string& kind);

// The parts of it.
void add_product_and_attention_points(const Fields& record, KernelRecord& out);
void add_memory_points(const Fields& record, KernelRecord& out);

// Alone on the device, one after the other, and what the host adds.
[[nodiscard]] double seconds_of(const KernelPoint& point, const KernelRecord& record,
                                const models::ComputeProfile& profile);

}  // namespace headroom::scenarios::validation
