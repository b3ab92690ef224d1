// SPDX-License-Identifier: Apache-2.0
#include "models/compute/tiles.hpp"

#include "tests/catch.hpp"

namespace headroom::models {

namespace {

constexpr TileRules free_rules{.tile_m = 128, .tile_n = 128, .k_ramp = 0, .feed = 0, .cores = 100};

}  // namespace

TEST_CASE("Tiles run in whole waves") {
  CHECK(waves_k(100, 1000, 0, 100) == 1000);
  CHECK(waves_k(101, 1000, 0, 100) == 2000);
  CHECK(waves_k(200, 1000, 50, 100) == 2100);
}

TEST_CASE("The inner dimension is split among idle multiprocessors when there are two or more per tile") {
  CHECK(split_waves_k(51, 1000, 0, 100) == 1000);
  CHECK(split_waves_k(50, 1000, 0, 100) == 500);
  CHECK(split_waves_k(10, 1000, 20, 100) == 100 + 2 * 20);
  // ... unless the second ramp costs more than splitting saves.
  CHECK(split_waves_k(50, 10, 20, 100) == 30);
}

TEST_CASE("A product that fills whole waves of whole tiles wastes nothing") {
  CHECK(tiled_multiply_adds({1280, 1280, 4096, 1}, free_rules) == 1280.0 * 1280 * 4096);
  CHECK(tiled_multiply_adds({128, 128, 512, 300}, free_rules) == 128.0 * 128 * 512 * 300);
}

TEST_CASE("One row costs as much as the smallest tile's 64") {
  CHECK(tiled_multiply_adds({1, 6400, 4096, 1}, free_rules) ==
        tiled_multiply_adds({64, 6400, 4096, 1}, free_rules));
}

TEST_CASE("Small tiles are chosen where whole large ones would be wasted, and pay for their operands") {
  TileRules rules = free_rules;
  rules.feed =
      16;  // 128 x 64 tiles run at (1 + 16/64) / (1 + 16/128 + 16/64) = 10/11 of the rate of 128 x 128
  CHECK(tiled_multiply_adds({12800, 64, 4096, 1}, rules) == Approx(12800.0 * 64 * 4096 * 11 / 10));
}

TEST_CASE("The ramp of the K loop costs the same whatever k") {
  TileRules rules = free_rules;
  rules.k_ramp = 100;
  CHECK(tiled_multiply_adds({1280, 1280, 900, 1}, rules) == 1280.0 * 1280 * 1000);
}

TEST_CASE("Without a known number of multiprocessors there are no waves, only whole tiles") {
  TileRules rules = free_rules;
  rules.cores = 1;
  CHECK(tiled_multiply_adds({64, 192, 10, 1}, rules) == 64.0 * 192 * 10);
  CHECK(tiled_multiply_adds({65, 192, 10, 1}, rules) == 128.0 * 192 * 10);
}

}  // namespace headroom::models
