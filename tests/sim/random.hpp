// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace headroom::sim::test {

// SplitMix64 (Steele, Lea, Flood 2014): unlike the distributions of <random>, the same with every standard
// library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  // 0 .. count - 1
  std::uint32_t below(std::uint64_t count) { return static_cast<std::uint32_t>(next() % count); }
  bool one_in(std::uint64_t count) { return below(count) == 0; }
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace headroom::sim::test
