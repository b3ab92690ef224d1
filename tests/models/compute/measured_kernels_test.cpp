// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "models/compute/kernel_time.hpp"
#include "tests/catch.hpp"
#include "tests/models/compute/measured_kernels.hpp"

namespace headroom::models {

namespace {

const char* const records_file = "../shared/truth/network.json";

double relative_error(const MeasuredKernels& measured) {
  const ComputeProfile& profile = compute_profile(measured.accelerator);
  double predicted = measured.host_seconds;
  for (const Kernel& kernel : measured.kernels) {
    predicted += kernel_time(kernel, measured.accelerator, profile).seconds;
  }
  return std::abs(predicted / measured.seconds - 1);
}

double quantile(std::vector<double>& values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// What was reached when the profiles were fitted, in per cent.
struct Reached {
  const char* profile;
  bool attention;
  double median, p90;
};
constexpr Reached reached[] = {
    {"volta", false, 8.8, 24.3}, {"ampere", false, 4.5, 16.5},    {"ampere", true, 3.1, 12.9},
    {"ada", false, 9.2, 21.8},   {"ada", true, 5.4, 16.8},        {"hopper", false, 7.3, 30.4},
    {"hopper", true, 7.6, 19.9}, {"blackwell", false, 8.0, 26.5}, {"blackwell_geforce", false, 3.2, 17.8},
    {"cdna2", false, 3.3, 29.6},
};
constexpr double slack = 1.5;

}  // namespace

TEST_CASE(
    "Measured matrix products and attention are predicted no worse than when the profiles were fitted") {
  if (!std::filesystem::exists(records_file)) {
    WARN("skipped: " << records_file << " is not there");
    return;
  }
  std::map<std::pair<std::string, bool>, std::vector<double>> errors;
  for (const MeasuredKernels& measured : read_measured_kernels(records_file)) {
    errors[{compute_profile(measured.accelerator).name, measured.attention}].push_back(
        100 * relative_error(measured));
  }
  CHECK(errors.size() == std::size(reached));
  for (const Reached& r : reached) {
    auto& of_profile = errors[{r.profile, r.attention}];
    CAPTURE(r.profile, r.attention, of_profile.size());
    REQUIRE_FALSE(of_profile.empty());
    CHECK(quantile(of_profile, 0.5) <= r.median + slack);
    CHECK(quantile(of_profile, 0.9) <= r.p90 + slack);
  }
}

}  // namespace headroom::models
