// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstdint>

#include "sim/error.hpp"

namespace headroom::models {

// An amount as a whole number of millionths of a dollar, so that parts add up to their total exactly.
class Money {
 public:
  Money() = default;
  [[nodiscard]] static Money from_usd(double usd) {
    constexpr double largest = 9e12;  // what 64 bits hold
    if (!(std::abs(usd) < largest)) throw bad_input("an amount of money is beyond 9,000 billion USD");
    return Money(std::llround(usd * per_usd));
  }
  // Prices: nobody pays less than a cent.
  [[nodiscard]] static Money from_price(double usd) {
    constexpr std::int64_t cent = 10'000;
    const std::int64_t micro = from_usd(usd).micro_;
    return Money((micro + (micro < 0 ? -cent / 2 : cent / 2)) / cent * cent);
  }
  [[nodiscard]] double usd() const { return static_cast<double>(micro_) / per_usd; }

  [[nodiscard]] Money operator*(long count) const {
    (void)from_usd(usd() * static_cast<double>(count));
    return Money(micro_ * count);
  }
  Money& operator+=(Money other) { return *this = *this + other; }
  [[nodiscard]] Money operator+(Money other) const { return Money(micro_ + other.micro_); }
  [[nodiscard]] Money operator-(Money other) const { return Money(micro_ - other.micro_); }

 private:
  static constexpr double per_usd = 1e6;
  explicit Money(std::int64_t micro) : micro_(micro) {}
  std::int64_t micro_ = 0;
};

}  // namespace headroom::models
