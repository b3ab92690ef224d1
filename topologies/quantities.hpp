// SPDX-License-Identifier: Apache-2.0
// Bandwidths and latencies as people read them.
#pragma once
#include <string>

namespace headroom::topologies {

[[nodiscard]] std::string gigabytes(double bytes_per_second);  // "450 GB/s"
[[nodiscard]] std::string gigabits(double bytes_per_second);   // "3600 Gbit/s"
[[nodiscard]] std::string bandwidth(double bytes_per_second);  // "450 GB/s (3600 Gbit/s)"
[[nodiscard]] std::string microseconds(double seconds);        // "1.25 us"

}  // namespace headroom::topologies
