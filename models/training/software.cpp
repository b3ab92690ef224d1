// SPDX-License-Identifier: Apache-2.0
#include "models/training/software.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "sim/embedded_file.hpp"
#include "sim/error.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> software();
}

namespace headroom::models {
namespace {

std::vector<SoftwareProfile> parse_profiles() {
  std::vector<SoftwareProfile> profiles;
  const auto file = nlohmann::json::parse(embedded::software().front().text);
  for (const auto& p : file.at("profiles")) {
    profiles.push_back({p.at("name"), p.at("meaning"), p.at("matrix_rate_fraction"),
                        p.at("host_seconds_per_kernel"), p.at("fused_passes"), p.at("overlap_tensor"),
                        p.at("fitted_to")});
  }
  return profiles;
}

}  // namespace

std::span<const SoftwareProfile> software_profiles() {
  static const std::vector<SoftwareProfile> profiles = parse_profiles();
  return profiles;
}

const SoftwareProfile& software_profile(std::string_view name) {
  std::string known;
  for (const SoftwareProfile& profile : software_profiles()) {
    if (profile.name == name) return profile;
    known += (known.empty() ? "" : ", ") + profile.name;
  }
  throw bad_input(fmt::format("unknown software profile \"{}\"; there are {}", name, known));
}

}  // namespace headroom::models
