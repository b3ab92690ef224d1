// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/compute/tiles.hpp"
#include "sim/error.hpp"

namespace headroom::models {

namespace {

constexpr double attention_rows = 128;       // query rows of one thread block (FlashAttention-2, section 3.3)
constexpr double attention_rows_short = 64;  // ... when there are few queries
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

// One thread block takes `rows` queries of one head past all the keys that they see; a causal block computes
// the whole of its diagonal tiles.
double attention_block_flops(const Kernel& kernel, const ComputeProfile& profile, double device_cores,
                             double rows) {
  const double blocks = kernel.batch * std::ceil(kernel.m / rows);
  const double scores_per_query = kernel.flops / (4 * kernel.batch * kernel.m * kernel.k);
  const double diagonal = kernel.causal ? rows / 2 * (kernel.backward ? 2.5 : 1) : 0;
  const double keys = core_k(blocks, scores_per_query + diagonal, profile.attention_ramp, device_cores);
  return 4 * keys * rows * kernel.k * device_cores;
}

double attention_seconds(const Kernel& kernel, const Accelerator& accelerator,
                         const ComputeProfile& profile) {
  const double device_cores = cores(accelerator);
  const double flops = std::min(attention_block_flops(kernel, profile, device_cores, attention_rows),
                                attention_block_flops(kernel, profile, device_cores, attention_rows_short));
  return flops / (peak_flops(accelerator, kernel.precision) * attention_fraction(kernel, profile));
}

// All launches of the kernel, were memory infinitely fast.
double compute_seconds(const Kernel& kernel, const Accelerator& accelerator, const ComputeProfile& profile) {
  switch (kernel.kind) {
    case KernelKind::gemm:
      return kernel.launches *
             product_seconds(kernel, accelerator, profile, profile.gemm_fraction(kernel.precision));
    case KernelKind::convolution:
      return kernel.launches *
             product_seconds(kernel, accelerator, profile, profile.convolution_peak_fraction);
    case KernelKind::attention:
      return attention_seconds(kernel, accelerator, profile);
    case KernelKind::memory_bound:
      return 0;
  }
  throw internal("unknown kind of kernel");
}

}  // namespace

KernelTime kernel_time(const Kernel& kernel, const Accelerator& accelerator, const ComputeProfile& profile) {
  const double compute = compute_seconds(kernel, accelerator, profile);
  const double memory = kernel.memory_bytes / (accelerator.memory_bytes_per_second * profile.memory_fraction);
  const double latency = kernel.launches * profile.kernel_latency_seconds;
  return {std::max(compute, memory) + latency, kernel.flops, kernel.memory_bytes};
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
