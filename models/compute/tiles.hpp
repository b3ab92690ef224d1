// SPDX-License-Identifier: Apache-2.0
// How a matrix product is cut into tiles and the tiles are dealt out to the multiprocessors ("cores" here).
#pragma once

namespace headroom::models {

// The longest queue of tiles on one core, in elements of the inner dimension k, each tile costing `ramp`
// extra ones: whole waves of `cores` tiles.
[[nodiscard]] double waves_k(double tiles, double k, double ramp, double cores);
// The same when the k of each tile may also be split among idle cores (split-K, flash decoding). That takes
// at least two cores per tile, and costs a second ramp.
[[nodiscard]] double split_waves_k(double tiles, double k, double ramp, double cores);

// Useful share of the arithmetic rate while a tile of tm x tn is computed. It loads (tm + tn) operands for tm
// * tn multiply-adds, so small tiles wait for their operands: 1 / (1 + feed * (1/tm + 1/tn)).
[[nodiscard]] double tile_efficiency(double tm, double tn, double feed);

// One product of a batch: (m x k) * (k x n).
struct ProductShape {
  double m, n, k, batch;
};

// What the cutting depends on.
struct TileRules {
  double tile_m, tile_n;  // the largest output tile; it counts as fully efficient
  double k_ramp;          // elements of k that a tile's prologue and epilogue cost
  double feed;            // see tile_efficiency()
  double cores;           // 1: unknown, no wave quantisation
};

// Multiply-adds, as time at the full rate of all cores, that the best cutting costs (>= m * n * k * batch):
// whole tiles are computed, whatever part of them is needed; smaller tiles waste less but are less efficient.
// Never falls when m, n, k or batch grows.
[[nodiscard]] double tiled_multiply_adds(const ProductShape& shape, const TileRules& rules);

}  // namespace headroom::models
