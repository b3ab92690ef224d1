// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenarios/validate/kernel_points.hpp"

namespace headroom::scenarios::validation {

void predict_kernels(const Fields& record, const Basis& basis, Outcome& outcome) {
  const KernelRecord kernels = kernel_record(record, basis.catalogue);
  const models::ComputeProfile& profile = basis.profiles.of(kernels.accelerator);
  outcome.set = kernels.set;
  for (const KernelPoint& point : kernels.points) {
    Figure figure;
    figure.at = point.at;
    figure.set = kernels.set;
    add_figure(outcome, point.measured, seconds_of(point, kernels, profile), point.amount, std::move(figure));
  }
  if (kernels.host_seconds > 0)
    outcome.provenance.emplace_back(
        "timed from the host: what the shortest time of the sweep has beside the work is taken as its fixed "
        "cost");
  outcome.provenance.push_back(
      fmt::format("kernel times: profile {} ({})", profile.name, profile.provenance));
}

}  // namespace headroom::scenarios::validation
