// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/compute/attention_blocks.hpp"
#include "models/compute/tiles.hpp"
#include "sim/error.hpp"

namespace headroom::models {

namespace {

double peak_flops(const Accelerator& accelerator, Precision precision) {
  if (const auto peak = accelerator.peak(precision)) return *peak;
  std::string known;
  for (std::size_t i = 0; i < accelerator.peak_flops.size(); ++i) {
    if (!accelerator.peak_flops[i]) continue;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(static_cast<Precision>(i)));
  }
  throw bad_input(fmt::format("{} has no {} rate; it has {}", accelerator.id, to_string(precision),
                              known.empty() ? "none" : known));
}

double cores(const Accelerator& accelerator) {
  return std::max(1, accelerator.multiprocessors);
}

// A pipeline ramp lasts a time; the narrower the format, the more elements pass in it. k_ramp is stated for
// 16 bit.
double ramp_elements(double ramp_16bit, Precision p) {
  return ramp_16bit * bytes_of(Precision::bf16) / bytes_of(p);
}

double product_seconds(const Kernel& kernel, const Accelerator& accelerator, const ComputeProfile& profile,
                       double fraction) {
  const TileRules rules{profile.tile_m, profile.tile_n, ramp_elements(profile.k_ramp, kernel.precision),
                        profile.tile_feed, cores(accelerator)};
  const double multiply_adds = tiled_multiply_adds({kernel.m, kernel.n, kernel.k, kernel.batch}, rules);
  return 2 * multiply_adds / (peak_flops(accelerator, kernel.precision) * fraction);
}

// All launches of the kernel, were memory infinitely fast.
double compute_seconds(const Kernel& kernel, const Accelerator& accelerator, const ComputeProfile& profile) {
  switch (kernel.kind) {
    case KernelKind::gemm:
      return kernel.launches *
             product_seconds(kernel, accelerator, profile, profile.gemm_fraction(kernel.precision));
    case KernelKind::convolution:
      return kernel.launches *
             product_seconds(kernel, accelerator, profile, profile.convolution_fraction(kernel.precision));
    case KernelKind::attention:
      return kernel.launches * attention_flops_spent(kernel, profile, cores(accelerator)) /
             peak_flops(accelerator, kernel.precision);
    case KernelKind::memory_bound:
      return 0;
  }
  throw internal("unknown kind of kernel");
}

// Arithmetic and traffic of one kernel overlap, but near the ridge of the roofline neither hides wholly
// behind the other: the 4-norm is 19 % above the larger where both are equal and 2 % where one is half the
// other.
double overlapped(double a, double b) {
  return std::sqrt(std::sqrt(a * a * a * a + b * b * b * b));
}

}  // namespace

KernelTime kernel_time(const Kernel& kernel, const Accelerator& accelerator, const ComputeProfile& profile) {
  const double compute = compute_seconds(kernel, accelerator, profile);
  const double memory = kernel.memory_bytes / (accelerator.memory_bytes_per_second * profile.memory_fraction);
  const double latency = kernel.launches * profile.kernel_latency_seconds;
  return {overlapped(compute, memory) + latency, kernel.flops, kernel.memory_bytes};
}

KernelTime kernels_time(std::span<const Kernel> kernels, const Accelerator& accelerator,
                        const ComputeProfile& profile, double host_seconds_per_kernel) {
  KernelTime total;
  double launches = 0;
  for (const Kernel& kernel : kernels) {
    const KernelTime time = kernel_time(kernel, accelerator, profile);
    total.seconds += time.seconds;
    total.flops += time.flops;
    total.memory_bytes += time.memory_bytes;
    launches += kernel.launches;
  }
  total.seconds = std::max(total.seconds, launches * host_seconds_per_kernel);
  return total;
}

}  // namespace headroom::models
