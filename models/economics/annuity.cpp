// SPDX-License-Identifier: Apache-2.0
#include "models/economics/annuity.hpp"

#include <cmath>

namespace headroom::models {

double capital_recovery(double interest, double years) {
  return interest == 0 ? 1 / years : interest / -std::expm1(-years * std::log1p(interest));
}

double yearly_cost(double price, double residual, double interest, double years) {
  return (price - residual) * capital_recovery(interest, years) + residual * interest;
}

std::optional<double> pay_back_years(double price, double residual, double saving, double interest) {
  if (saving <= 0) return std::nullopt;
  if (interest == 0) return (price - residual) / saving;
  const double worth_forever = saving / interest;
  if (worth_forever <= price) return std::nullopt;
  return std::log((worth_forever - residual) / (worth_forever - price)) / std::log1p(interest);
}

double break_even_units(double usd, double usd_per_million) {
  return usd / usd_per_million * 1e6;
}

}  // namespace headroom::models
