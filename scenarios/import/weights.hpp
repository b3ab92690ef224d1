// SPDX-License-Identifier: Apache-2.0
// How many bytes the weights take, as the file says they are stored.
#pragma once
#include <vector>

#include "scenarios/import/config.hpp"
#include "scenarios/import/tensors.hpp"

namespace headroom::scenarios::hf {

// Bytes of what is not quantised, and of a cached key or value.
[[nodiscard]] double element_bytes(Config& config);
// Quantised matrices with their scales, everything else at element_bytes. Throws Error(bad_input) for a
// method that is not known.
[[nodiscard]] double weight_bytes(Config& config, const std::vector<Tensor>& tensors, double element_bytes);

}  // namespace headroom::scenarios::hf
