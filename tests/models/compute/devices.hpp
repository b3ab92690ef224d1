// SPDX-License-Identifier: Apache-2.0
// Devices with round numbers, so that times can be computed by hand.
#pragma once
#include "models/compute/kernel_time.hpp"

namespace headroom::models {

// 100 multiprocessors of 1 TFLOP/s (fp32: a tenth), 1 TB/s of memory.
inline Accelerator round_device() {
  Accelerator device;
  device.id = "round";
  device.multiprocessors = 100;
  device.memory_bytes_per_second = 1e12;
  device.peak_flops[static_cast<std::size_t>(Precision::fp32)] = 1e13;
  device.peak_flops[static_cast<std::size_t>(Precision::bf16)] = 1e14;
  return device;
}

// Reaches the data sheet exactly; only whole tiles and whole waves cost.
inline ComputeProfile ideal_profile() {
  ComputeProfile profile;
  profile.name = "ideal";
  return profile;
}

}  // namespace headroom::models
