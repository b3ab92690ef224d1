// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/compute/tiles.hpp"
#include "sim/error.hpp"

namespace headroom::models {

namespace {

// Query rows of one thread block, and keys that it loads at a time (FlashAttention-2, section 3.3). With few
// queries the blocks get smaller, down to the rows of one tensor-core instruction.
constexpr double attention_rows = 128, attention_keys = 128, smallest_rows = 16;
constexpr double backward_products = 2.5;         // five matrix products for the forward's two
constexpr double reference_head_dimension = 128;  // at which attention_peak_fraction is stated

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

// Share of the peak that attention reaches at this head dimension d: each score costs 4 d FLOP of products
// and one exponential, which takes as long as the products of `attention_softmax_dim` dimensions
// (FlashAttention-3, arXiv:2407.08608, section 3.1).
double attention_fraction(const Kernel& kernel, const ComputeProfile& profile) {
  const double s = profile.attention_softmax_dim;
  const double at_reference = reference_head_dimension / (reference_head_dimension + s);
  const double fraction =
      kernel.backward ? profile.attention_backward_fraction : profile.attention_peak_fraction;
  return std::min(1.0, fraction * (kernel.k / (kernel.k + s)) / at_reference);
}

// The longest queue of keys on one multiprocessor when a thread block takes `rows` queries past the keys that
// they see: queries of one head, or of all heads that share its keys (decoding, where a head has one query).
double attention_keys_in_queue(const Kernel& kernel, double ramp, double device_cores, double rows) {
  const double blocks = kernel.batch / kernel.group * std::ceil(kernel.m * kernel.group / rows);
  const bool decoding = kernel.m * kernel.group <= rows;
  if (decoding) return split_waves_k(blocks, kernel.n, ramp, device_cores);
  if (!kernel.causal) return waves_k(blocks, kernel.n, ramp, device_cores);
  // Causal blocks differ in length, and the whole of their diagonal tiles is computed. The long ones start
  // first and the short ones fill the gaps, but the last queries see all keys.
  const double mean = kernel.n - std::min(kernel.m, kernel.n) / 2 + rows / 2;
  return std::max(blocks / device_cores * (mean + ramp), kernel.n + ramp);
}

double attention_block_flops(const Kernel& kernel, const ComputeProfile& profile, double device_cores,
                             double rows) {
  const double keys = attention_keys_in_queue(kernel, profile.attention_ramp, device_cores, rows);
  const double relative = tile_efficiency(rows, attention_keys, profile.tile_feed) /
                          tile_efficiency(attention_rows, attention_keys, profile.tile_feed);
  return 4 * keys * rows * kernel.k * device_cores * (kernel.backward ? backward_products : 1) / relative;
}

double attention_seconds(const Kernel& kernel, const Accelerator& accelerator,
                         const ComputeProfile& profile) {
  double flops = std::numeric_limits<double>::infinity();
  for (double rows = attention_rows; rows >= smallest_rows; rows /= 2) {
    flops = std::min(flops, attention_block_flops(kernel, profile, cores(accelerator), rows));
  }
  return kernel.launches * flops /
         (peak_flops(accelerator, kernel.precision) * attention_fraction(kernel, profile));
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
      return attention_seconds(kernel, accelerator, profile);
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
                        const ComputeProfile& profile) {
  KernelTime total;
  double launches = 0;
  for (const Kernel& kernel : kernels) {
    const KernelTime time = kernel_time(kernel, accelerator, profile);
    total.seconds += time.seconds;
    total.flops += time.flops;
    total.memory_bytes += time.memory_bytes;
    launches += kernel.launches;
  }
  total.seconds = std::max(total.seconds, launches * profile.launch_seconds);
  return total;
}

}  // namespace headroom::models
