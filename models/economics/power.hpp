// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/economics/capex.hpp"

namespace headroom::models {

struct Power {
  double average_watts = 0, peak_watts = 0;  // of all machines, before PUE
  double accelerator_peak_watts = 0;
};

[[nodiscard]] Power power_of(const Purchase& purchase, double busy_fraction, PriceNotes& notes);

}  // namespace headroom::models
