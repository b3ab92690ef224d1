// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <string>

#include "models/catalogue/precision.hpp"

namespace headroom::models {

// Facts about an accelerator, SI units; where each comes from: `headroom catalogue show ID`.
struct Accelerator {
  std::string id, name, vendor, architecture;
  std::array<std::optional<double>, 7>
      peak_flops;  // by Precision: dense FLOP/s; empty = not supported or unknown
  double memory_bytes = 0;
  double memory_bytes_per_second = 0;
  int multiprocessors = 0;               // SMs or CUs; 0 = unknown
  double l2_bytes = 0;                   // 0 = unknown
  double power_watts = 0;                // board power limit (TDP); 0 = unknown
  double scale_up_bytes_per_second = 0;  // one direction, all links; 0 = none
  double pcie_bytes_per_second = 0;      // one direction, nominal, of the lanes that it has
  int pcie_generation = 0;               // 0 = unknown
  bool peer_to_peer = true;  // false: the driver allows no copies over PCIe to another one (GeForce)
  std::optional<double> idle_watts;
  std::optional<double> measured_matmul_flops_bf16;  // best achievable matmul, where published (MAMF)

  [[nodiscard]] std::optional<double> peak(Precision p) const {
    return peak_flops[static_cast<std::size_t>(p)];
  }
};

}  // namespace headroom::models
