// SPDX-License-Identifier: Apache-2.0
// Reads profiles.json (compiled in) and finds the profile of an accelerator.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "models/compute/kernel_time.hpp"
#include "sim/embedded_file.hpp"
#include "sim/error.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> compute_profiles();
}  // namespace headroom::embedded

namespace headroom::models {

namespace {

constexpr std::array<std::pair<const char*, double ComputeProfile::*>, 16> parameters{{
    {"gemm_peak_fraction", &ComputeProfile::gemm_peak_fraction},
    {"gemm_peak_fraction_32bit", &ComputeProfile::gemm_peak_fraction_32bit},
    {"gemm_peak_fraction_8bit", &ComputeProfile::gemm_peak_fraction_8bit},
    {"gemm_peak_fraction_4bit", &ComputeProfile::gemm_peak_fraction_4bit},
    {"attention_peak_fraction", &ComputeProfile::attention_peak_fraction},
    {"attention_backward_fraction", &ComputeProfile::attention_backward_fraction},
    {"attention_ramp", &ComputeProfile::attention_ramp},
    {"attention_softmax_dim", &ComputeProfile::attention_softmax_dim},
    {"convolution_peak_fraction", &ComputeProfile::convolution_peak_fraction},
    {"convolution_peak_fraction_32bit", &ComputeProfile::convolution_peak_fraction_32bit},
    {"memory_fraction", &ComputeProfile::memory_fraction},
    {"tile_m", &ComputeProfile::tile_m},
    {"tile_n", &ComputeProfile::tile_n},
    {"tile_feed", &ComputeProfile::tile_feed},
    {"k_ramp", &ComputeProfile::k_ramp},
    {"kernel_latency_seconds", &ComputeProfile::kernel_latency_seconds},
}};

// A profile and what it answers for: accelerators by id first, then whole architectures.
struct Entry {
  ComputeProfile profile;
  std::vector<std::string> accelerators, architectures;
};

double ComputeProfile::*parameter(const std::string& name) {
  for (const auto& [known, member] : parameters) {
    if (name == known) return member;
  }
  throw internal(fmt::format("profiles.json: unknown parameter \"{}\"", name));
}

const ComputeProfile& named(const std::vector<Entry>& entries, const std::string& name) {
  for (const Entry& entry : entries) {
    if (entry.profile.name == name) return entry.profile;
  }
  throw internal(fmt::format("profiles.json: a profile inherits from \"{}\", which is not above it", name));
}

Entry read_entry(const nlohmann::json& json, const std::vector<Entry>& above) {
  Entry entry;
  if (json.contains("inherits")) entry.profile = named(above, json.at("inherits").get<std::string>());
  entry.profile.name = json.at("name").get<std::string>();
  entry.profile.provenance = json.at("provenance").get<std::string>();
  entry.accelerators = json.value("accelerators", entry.accelerators);
  entry.architectures = json.value("architectures", entry.architectures);
  for (const auto& [name, value] : json.at("values").items()) {
    entry.profile.*parameter(name) = value.at("value").get<double>();
  }
  return entry;
}

std::vector<Entry> read_entries() {
  std::vector<Entry> entries;
  const auto document = nlohmann::json::parse(embedded::compute_profiles().front().text);
  for (const auto& json : document.at("profiles")) {
    entries.push_back(read_entry(json, entries));
  }
  return entries;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

double ComputeProfile::gemm_fraction(Precision p) const {
  switch (p) {
    case Precision::fp32:
      return gemm_peak_fraction_32bit;
    case Precision::tf32:
    case Precision::fp16:
    case Precision::bf16:
      return gemm_peak_fraction;
    case Precision::fp8:
    case Precision::int8:
      return gemm_peak_fraction_8bit;
    case Precision::fp4:
      return gemm_peak_fraction_4bit;
  }
  throw internal("unknown precision");
}

double ComputeProfile::convolution_fraction(Precision p) const {
  const bool wide = p == Precision::fp32 || p == Precision::tf32;
  return wide ? convolution_peak_fraction_32bit : convolution_peak_fraction;
}

const ComputeProfile& compute_profile(const Accelerator& accelerator) {
  static const std::vector<Entry> entries = read_entries();
  for (const Entry& entry : entries) {
    if (contains(entry.accelerators, accelerator.id)) return entry.profile;
  }
  for (const Entry& entry : entries) {
    if (contains(entry.architectures, accelerator.architecture)) return entry.profile;
  }
  return named(entries, "unknown");
}

}  // namespace headroom::models
