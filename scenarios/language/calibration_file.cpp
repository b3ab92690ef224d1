// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/compute/compute_profiles.hpp"
#include "scenarios/language/document.hpp"
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {

models::ComputeProfile read_compute_profile(const Values& values, const models::Accelerator& accelerator,
                                            std::vector<std::string>& warnings) {
  if (values.text("calibration").empty()) return models::compute_profile(accelerator);
  const std::filesystem::path file = file_named(values, "calibration");
  try {
    const auto profiles = models::ComputeProfiles::read(read_text(file), file.string());
    if (!profiles.has_own(accelerator))
      warnings.push_back(fmt::format("calibration: {} has no profile for {}: the one that ships is used",
                                     file.string(), accelerator.id));
    return profiles.of(accelerator);
  } catch (const Error& error) {
    throw values.at("calibration", error);
  }
}

}  // namespace headroom::scenarios
