// SPDX-License-Identifier: Apache-2.0
#include "models/compute/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr double smallest_tile = 64;  // below that libraries offer no efficient tensor-core tile

}  // namespace

double waves_k(double tiles, double k, double ramp, double cores) {
  return std::ceil(tiles / cores) * (k + ramp);
}

double split_waves_k(double tiles, double k, double ramp, double cores) {
  const double unsplit = waves_k(tiles, k, ramp, cores);
  const double splits = std::floor(cores / tiles);
  return splits < 2 ? unsplit : std::min(unsplit, k / splits + 2 * ramp);
}

double tile_efficiency(double tm, double tn, double feed) {
  return 1 / (1 + feed * (1 / tm + 1 / tn));
}

double tiled_multiply_adds(const ProductShape& shape, const TileRules& rules) {
  const double best_efficiency = tile_efficiency(rules.tile_m, rules.tile_n, rules.feed);
  double best = std::numeric_limits<double>::infinity();
  for (double tm = rules.tile_m; tm >= smallest_tile; tm /= 2) {
    for (double tn = rules.tile_n; tn >= smallest_tile; tn /= 2) {
      const double tiles = std::ceil(shape.m / tm) * std::ceil(shape.n / tn) * shape.batch;
      const double relative = tile_efficiency(tm, tn, rules.feed) / best_efficiency;
      best = std::min(
          best, split_waves_k(tiles, shape.k, rules.k_ramp, rules.cores) * tm * tn * rules.cores / relative);
    }
  }
  return best;
}

}  // namespace headroom::models
