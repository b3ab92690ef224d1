// SPDX-License-Identifier: Apache-2.0
// Predictions against published nccl-tests sweeps.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/models/communication/truth_machines.hpp"

namespace headroom::tests {

namespace {

constexpr double mebibyte = 1024.0 * 1024;

struct Errors {
  std::vector<double> large, small;  // relative, from 1 MiB and below
};

Errors errors_of(const std::vector<MeasuredCollective>& records) {
  Errors errors;
  for (const auto& m : records) {
    for (const auto& point : m.points) {
      const auto plan =
          plan_collective(*m.cluster, m.architecture, m.collective, point.bytes, m.group, 0, m.options);
      (point.bytes >= mebibyte ? errors.large : errors.small)
          .push_back(std::abs(plan.seconds / point.seconds - 1));
    }
  }
  return errors;
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// The records of one use; empty, and said so, where the file is not there.
std::vector<MeasuredCollective> records_of(const std::string& use) {
  std::ifstream file("../shared/truth/network.json");
  if (!file) {
    WARN("skipped: ../shared/truth/network.json is not there");
    return {};
  }
  std::ostringstream text;
  text << file.rdbuf();
  return read_measured(text.str(), use);
}

}  // namespace

TEST_CASE("Published collective times are predicted as well as when the figures were fitted") {
  const auto records = records_of("calibration");
  if (records.empty()) return;
  const Errors errors = errors_of(records);
  WARN(records.size() << " sweeps; from 1 MiB: " << errors.large.size() << " points, median error "
                      << quantile(errors.large, 0.5) << ", p90 " << quantile(errors.large, 0.9) << "; below: "
                      << errors.small.size() << " points, median " << quantile(errors.small, 0.5));
  CHECK(errors.large.size() > 900);
  CHECK(quantile(errors.large, 0.5) < 0.10);
  CHECK(quantile(errors.large, 0.9) < 0.41);
  CHECK(quantile(errors.small, 0.5) < 0.16);
}

TEST_CASE("Large all-reduces on 32 to 8192 H100, to which nothing was fitted, are predicted within a tenth") {
  for (const auto& m : records_of("validation_coarse")) {
    if (m.cluster->servers() < 4) continue;
    for (const auto& point : m.points) {
      if (point.bytes < 1024 * mebibyte) continue;
      INFO(m.id << ", " << point.bytes << " bytes");
      CHECK(plan_collective(*m.cluster, m.architecture, m.collective, point.bytes, m.group, 0, m.options)
                .seconds == Approx(point.seconds).epsilon(0.1));
    }
  }
}

}  // namespace headroom::tests
