// SPDX-License-Identifier: Apache-2.0
#include "scenarios/validate/outcome.hpp"

namespace headroom::scenarios::validation {

const char* to_string(Status s) {
  static constexpr const char* names[] = {"predicted", "unsupported", "does_not_fit"};
  return names[static_cast<std::size_t>(s)];
}

double time_ratio(const Outcome& outcome, const Figure& figure) {
  const double ratio = figure.predicted / figure.observed;
  return outcome.is_rate ? 1 / ratio : ratio;
}

}  // namespace headroom::scenarios::validation
