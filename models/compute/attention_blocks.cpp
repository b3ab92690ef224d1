// SPDX-License-Identifier: Apache-2.0
#include "models/compute/attention_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/compute/tiles.hpp"

namespace headroom::models {

namespace {

// Query rows of one thread block, and keys that it loads at a time (FlashAttention-2, arXiv:2307.08691,
// section 3.3). With few queries the blocks get smaller, down to the rows of one tensor-core instruction.
constexpr double full_rows = 128, keys_at_a_time = 128, smallest_rows = 16;
constexpr double backward_products = 2.5;         // five matrix products for the forward's two
constexpr double reference_head_dimension = 128;  // at which attention_peak_fraction is stated

// Share of the peak that attention reaches at this head dimension d: each score costs 4 d FLOP of products
// and one exponential, which takes as long as the products of `attention_softmax_dim` dimensions
// (FlashAttention-3, arXiv:2407.08608, section 3.1).
double peak_fraction(const Kernel& kernel, const ComputeProfile& profile) {
  const double s = profile.attention_softmax_dim;
  const double at_reference = reference_head_dimension / (reference_head_dimension + s);
  const double fraction =
      kernel.backward ? profile.attention_backward_fraction : profile.attention_peak_fraction;
  return std::min(1.0, fraction * (kernel.k / (kernel.k + s)) / at_reference);
}

// The longest queue of keys on one core when a thread block takes `rows` queries past the keys that they see:
// queries of one head, or of all heads that share its keys (decoding, where a head has one query).
double keys_in_queue(const Kernel& kernel, double ramp, double cores, double rows) {
  const double blocks = kernel.batch / kernel.group * std::ceil(kernel.m * kernel.group / rows);
  const bool decoding = kernel.m * kernel.group <= rows;
  if (decoding) return split_waves_k(blocks, kernel.n, ramp, cores);
  if (!kernel.causal) return waves_k(blocks, kernel.n, ramp, cores);
  // Causal blocks differ in length, and the whole of their diagonal tiles is computed. The long ones start
  // first and the short ones fill the gaps, but the last queries see all keys.
  const double mean = kernel.n - std::min(kernel.m, kernel.n) / 2 + rows / 2;
  return std::max(blocks / cores * (mean + ramp), kernel.n + ramp);
}

}  // namespace

double attention_flops_spent(const Kernel& kernel, const ComputeProfile& profile, double cores) {
  const double full = tile_efficiency(full_rows, keys_at_a_time, profile.tile_feed);
  double row_keys = std::numeric_limits<double>::infinity();
  for (double rows = full_rows; rows >= smallest_rows; rows /= 2) {
    const double relative = tile_efficiency(rows, keys_at_a_time, profile.tile_feed) / full;
    row_keys =
        std::min(row_keys, rows * keys_in_queue(kernel, profile.attention_ramp, cores, rows) / relative);
  }
  const double flops = 4 * row_keys * kernel.k * cores * (kernel.backward ? backward_products : 1);
  return flops / peak_fraction(kernel, profile);
}

}  // namespace headroom::models
