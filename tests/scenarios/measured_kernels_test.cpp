// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "scenarios/validate/kernel_points.hpp"
#include "scenarios/validate/record_file.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom;
using namespace headroom::scenarios::validation;

namespace {

const char* const records_file = "../shared/truth/network.json";

// Absolute errors in per cent, by profile and whether it is attention.
using Errors = std::map<std::pair<std::string, bool>, std::vector<double>>;

void add_errors(const Fields& record, Errors& errors) {
  const std::string kind = record.need_text("kind");
  if (kind != "gemm" && kind != "attention") return;
  const KernelRecord kernels = kernel_record(record, models::Catalogue::built_in());
  const models::ComputeProfile& profile = compute_profile(kernels.accelerator);
  for (const KernelPoint& point : kernels.points)
    errors[{profile.name, kind == "attention"}].push_back(
        100 * std::abs(seconds_of(point, kernels, profile) / point.measured_seconds() - 1));
}

Errors read_errors() {
  Errors errors;
  for (const scenarios::Node& node : read_record_file(records_file).records) {
    try {
      add_errors(Fields(node), errors);
    } catch (const Error&) {
      continue;  // not the time of a kernel that is modelled
    }
  }
  return errors;
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
    "measured matrix products and attention are predicted no worse than when the profiles were fitted") {
  if (!std::filesystem::exists(records_file)) {
    WARN("skipped: " << records_file << " is not there");
    return;
  }
  Errors errors = read_errors();
  CHECK(errors.size() == std::size(reached));
  for (const Reached& r : reached) {
    auto& of_profile = errors[{r.profile, r.attention}];
    CAPTURE(r.profile, r.attention, of_profile.size());
    REQUIRE_FALSE(of_profile.empty());
    CHECK(quantile(of_profile, 0.5) <= r.median + slack);
    CHECK(quantile(of_profile, 0.9) <= r.p90 + slack);
  }
}
