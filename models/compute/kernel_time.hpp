// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "models/catalogue/accelerator.hpp"
#include "models/compute/kernel.hpp"

namespace headroom::models {

// The handful of physical parameters by which achieved times differ from data-sheet peaks, per accelerator
// generation (architecture). Data: models/compute/profiles.json; each value there names what it was fitted
// to.
struct ComputeProfile {
  std::string name;               // "hopper", ...
  std::string provenance;         // "fitted to <data>" | "inherited from <generation>" | "data sheet"
  double gemm_peak_fraction = 1;  // of the data-sheet peak that the largest GEMMs reach: 16-bit formats
  double gemm_peak_fraction_32bit = 1;
  double gemm_peak_fraction_8bit = 1;
  double gemm_peak_fraction_4bit = 1;
  double attention_peak_fraction = 1;  // forward, long sequences, head dimension 128
  double attention_backward_fraction = 1;
  double attention_ramp = 0;             // keys that the prologue and epilogue of a block of queries cost
  double attention_softmax_dim = 0;      // head dimension whose products take as long as the softmax
  double convolution_peak_fraction = 1;  // 16-bit formats and narrower
  double convolution_peak_fraction_32bit = 1;
  double memory_fraction = 1;         // of the data-sheet memory bandwidth
  double tile_m = 128, tile_n = 128;  // largest output tile of one thread block: wave quantisation
  double tile_feed = 0;               // how much smaller tiles wait for operands (see tiles.hpp)
  double k_ramp = 0;                  // elements of k (16 bit) that a tile's prologue and epilogue cost
  double kernel_latency_seconds = 0;  // device side, start to end of an empty kernel in a stream

  [[nodiscard]] double gemm_fraction(Precision p) const;
  [[nodiscard]] double convolution_fraction(Precision p) const;
};

// The profile for an accelerator: that of its architecture, or the nearest generation's (the provenance says
// so).
[[nodiscard]] const ComputeProfile& compute_profile(const Accelerator& accelerator);

struct KernelTime {
  double seconds = 0;  // alone on the device
  double flops = 0;
  double memory_bytes = 0;
};
// Roofline of the achieved peaks, with tile and wave quantisation and K ramp for GEMMs, plus the kernel
// latency. Throws Error(bad_input) when the accelerator has no rate for the precision (naming those it has).
[[nodiscard]] KernelTime kernel_time(const Kernel& kernel, const Accelerator& accelerator,
                                     const ComputeProfile& profile);
// Kernels back to back on one stream: the sum, but not less than the host needs to launch them.
[[nodiscard]] KernelTime kernels_time(std::span<const Kernel> kernels, const Accelerator& accelerator,
                                      const ComputeProfile& profile, double host_seconds_per_kernel);

}  // namespace headroom::models
