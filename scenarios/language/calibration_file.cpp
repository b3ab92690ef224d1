// SPDX-License-Identifier: Apache-2.0
#include "models/compute/compute_profiles.hpp"
#include "scenarios/language/document.hpp"
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {

models::ComputeProfile read_compute_profile(const Values& values, const models::Accelerator& accelerator) {
  if (values.text("calibration").empty()) return models::compute_profile(accelerator);
  const std::filesystem::path file = file_named(values, "calibration");
  try {
    return models::ComputeProfiles::read(read_text(file), file.string()).of(accelerator);
  } catch (const Error& error) {
    throw values.at("calibration", error);
  }
}

}  // namespace headroom::scenarios
