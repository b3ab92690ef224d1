// SPDX-License-Identifier: Apache-2.0
// Money now against money by the year: the annuity of any text on engineering economics (capital recovery and
// sinking fund), interest added once a year. All closed forms.
#pragma once
#include <optional>

namespace headroom::models {

// Equal yearly payments that repay 1 in `years`: i / (1 - (1 + i)^-n), and 1 / n without interest.
[[nodiscard]] double capital_recovery(double interest, double years);

// Of something bought for `price` and given up after `years` for `residual`:
// (price - residual) x capital_recovery + residual x i.
[[nodiscard]] double yearly_cost(double price, double residual, double interest, double years);

// Years after which a purchase that saves `saving` a year has paid for itself: with q = (1 + i)^-n from
// price = saving x (1 - q) / i + residual x q. Empty: never.
[[nodiscard]] std::optional<double> pay_back_years(double price, double residual, double saving,
                                                   double interest);

// How much a month a fixed cost carries before paying by the million units would cost more: 4,608 USD at
// 10 USD a million are 460.8 million.
[[nodiscard]] double break_even_units(double usd, double usd_per_million);

}  // namespace headroom::models
