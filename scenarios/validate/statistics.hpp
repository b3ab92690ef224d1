// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <utility>
#include <vector>

namespace headroom::scenarios::validation {

// Of at least one value; between two values linear (Hyndman and Fan 1996, definition 7).
[[nodiscard]] double quantile(std::vector<double> values, double share);
[[nodiscard]] double median(std::vector<double> values);
// Of (value, weight): the least value up to which `share` of all weight lies.
[[nodiscard]] double weighted_quantile(std::vector<std::pair<double, double>> values, double share);
// Spearman's rank correlation; equal values share their mean rank. 0 when either side is constant.
[[nodiscard]] double rank_correlation(std::span<const double> a, std::span<const double> b);

}  // namespace headroom::scenarios::validation
