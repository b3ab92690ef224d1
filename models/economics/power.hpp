// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "models/economics/capex.hpp"

namespace headroom::models {

// Of all machines, before PUE. Accelerators draw between idle and their limit by the share of the time in
// which they compute; the rest of a server its maximum less its accelerators' limits; switches their typical
// power (the peak: their maximum), figures of passive cables.
struct Power {
  std::vector<PowerLine> lines;              // sum to average and peak
  double average_watts = 0, peak_watts = 0;  // of a run
  double idle_watts = 0;                     // between runs
  double accelerator_peak_watts = 0, switch_peak_watts = 0;
  std::optional<double> server_peak_watts;  // of one server; empty: not known
};

[[nodiscard]] Power power_of(const Purchase& purchase, double busy_fraction, PriceNotes& notes);

}  // namespace headroom::models
