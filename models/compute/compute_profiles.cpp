// SPDX-License-Identifier: Apache-2.0
#include "models/compute/compute_profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "models/catalogue/near_names.hpp"
#include "sim/embedded_file.hpp"
#include "sim/error.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> compute_profiles();
}  // namespace headroom::embedded

namespace headroom::models {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "headroom-compute-profiles-1";
constexpr double largest_tile = 1024, longest_ramp = 1e5, longest_latency = 1e-3;  // sanity, not physics

constexpr std::array<ComputeParameter, 16> parameters{{
    {"gemm_peak_fraction", &ComputeProfile::gemm_peak_fraction, 0, 1},
    {"gemm_peak_fraction_32bit", &ComputeProfile::gemm_peak_fraction_32bit, 0, 1},
    {"gemm_peak_fraction_8bit", &ComputeProfile::gemm_peak_fraction_8bit, 0, 1},
    {"gemm_peak_fraction_4bit", &ComputeProfile::gemm_peak_fraction_4bit, 0, 1},
    {"attention_peak_fraction", &ComputeProfile::attention_peak_fraction, 0, 1},
    {"attention_backward_fraction", &ComputeProfile::attention_backward_fraction, 0, 1},
    {"attention_ramp", &ComputeProfile::attention_ramp, -1, longest_ramp},
    {"attention_softmax_dim", &ComputeProfile::attention_softmax_dim, -1, longest_ramp},
    {"convolution_peak_fraction", &ComputeProfile::convolution_peak_fraction, 0, 1},
    {"convolution_peak_fraction_32bit", &ComputeProfile::convolution_peak_fraction_32bit, 0, 1},
    {"memory_fraction", &ComputeProfile::memory_fraction, 0, 1},
    {"tile_m", &ComputeProfile::tile_m, 0, largest_tile},
    {"tile_n", &ComputeProfile::tile_n, 0, largest_tile},
    {"tile_feed", &ComputeProfile::tile_feed, -1, longest_ramp},
    {"k_ramp", &ComputeProfile::k_ramp, -1, longest_ramp},
    {"kernel_latency_seconds", &ComputeProfile::kernel_latency_seconds, 0, longest_latency},
}};

class Reader {
 public:
  Reader(const std::string& file, const std::vector<ProfileRecord>& known) : file_(file), known_(known) {}

  std::vector<ProfileRecord> read(std::string_view text) {
    const Json root = parse(text);
    if (text_of(root, "", "schema") != schema)
      fail("schema", fmt::format("expected \"{}\", found {}", schema, root.at("schema").dump()));
    only_keys(root, "", {"schema", "about", "profiles"});
    const Json& profiles = member(root, "", "profiles");
    if (!profiles.is_array()) fail("profiles", "expected an array");
    for (std::size_t i = 0; i < profiles.size(); ++i)
      records_.push_back(record(profiles[i], fmt::format("profiles[{}]", i)));
    return std::move(records_);
  }

 private:
  [[noreturn]] void fail(const std::string& path, const std::string& what) const {
    throw bad_input(fmt::format("{}: {}{}{}", file_, path, path.empty() ? "" : ": ", what));
  }

  Json parse(std::string_view text) const {
    try {
      return Json::parse(text);
    } catch (const Json::parse_error& error) {
      const std::string_view before = text.substr(0, std::min(text.size(), error.byte));
      fail("", fmt::format("line {}: expected JSON, found what is none",
                           1 + std::count(before.begin(), before.end(), '\n')));
    } catch (const Json::out_of_range&) {
      fail("", "expected JSON, found a number that is too large");
    }
  }

  const Json& member(const Json& json, const std::string& path, const char* key) const {
    if (!json.is_object()) fail(path, fmt::format("expected an object, found {}", json.dump()));
    if (!json.contains(key)) fail(path, fmt::format("expected a key \"{}\", found none", key));
    return json.at(key);
  }

  void only_keys(const Json& json, const std::string& path, const std::vector<std::string>& allowed) const {
    if (!json.is_object()) fail(path, fmt::format("expected an object, found {}", json.dump()));
    for (const auto& [key, value] : json.items())
      if (std::find(allowed.begin(), allowed.end(), key) == allowed.end())
        fail(path, unknown_name("key", key, allowed));
  }

  std::string text_of(const Json& json, const std::string& path, const char* key) const {
    const Json& value = member(json, path, key);
    if (!value.is_string()) fail(path, fmt::format("{}: expected a text, found {}", key, value.dump()));
    return value.get<std::string>();
  }

  std::vector<std::string> texts_of(const Json& json, const std::string& path, const char* key) const {
    if (!json.contains(key)) return {};
    std::vector<std::string> texts;
    const Json& values = json.at(key);
    const bool all_texts = values.is_array() && std::all_of(values.begin(), values.end(),
                                                            [](const Json& v) { return v.is_string(); });
    if (!all_texts) fail(path, fmt::format("{}: expected an array of texts, found {}", key, values.dump()));
    for (const Json& value : values) texts.push_back(value.get<std::string>());
    return texts;
  }

  ComputeProfile inherited(const std::string& name, const std::string& path) const {
    std::vector<std::string> names;
    for (const auto* above : {&records_, &known_})
      for (const ProfileRecord& record : *above) {
        if (record.profile.name == name) return record.profile;
        names.push_back(record.profile.name);
      }
    fail(path, "inherits: " + unknown_name("profile above it", name, names));
  }

  ProfileRecord record(const Json& json, const std::string& path) const {
    only_keys(json, path,
              {"name", "inherits", "accelerators", "architectures", "provenance", "values", "errors"});
    ProfileRecord out;
    if (json.contains("inherits")) {
      out.inherits = text_of(json, path, "inherits");
      out.profile = inherited(out.inherits, path);
    }
    out.profile.name = text_of(json, path, "name");
    out.profile.provenance = text_of(json, path, "provenance");
    out.accelerators = texts_of(json, path, "accelerators");
    out.architectures = texts_of(json, path, "architectures");
    refuse_twice(out, path);
    const std::string values = path + ".values";
    if (!member(json, path, "values").is_object()) fail(values, "expected an object");
    for (const auto& [name, body] : json.at("values").items()) {
      out.values.push_back(value(name, body, values + '.' + name));
      out.profile.*parameter(name, values).member = out.values.back().value;
    }
    return out;
  }

  void refuse_twice(const ProfileRecord& record, const std::string& path) const {
    for (const ProfileRecord& above : records_)
      for (const auto names : {&ProfileRecord::accelerators, &ProfileRecord::architectures})
        for (const std::string& name : record.*names)
          if (std::find((above.*names).begin(), (above.*names).end(), name) != (above.*names).end())
            fail(path, fmt::format("{} has a profile above already: {}", name, above.profile.name));
  }

  const ComputeParameter& parameter(const std::string& name, const std::string& path) const {
    std::vector<std::string> names;
    for (const ComputeParameter& known : parameters) {
      if (name == known.name) return known;
      names.emplace_back(known.name);
    }
    fail(path, unknown_name("parameter", name, names));
  }

  ProfileValue value(const std::string& name, const Json& json, const std::string& path) const {
    only_keys(json, path, {"value", "standard_error", "fitted_to"});
    ProfileValue out{name, number(json, path, "value"), text_of(json, path, "fitted_to")};
    const ComputeParameter& known = parameter(name, path);
    if (!(out.value > known.low && out.value <= known.high))
      fail(path, fmt::format("value: expected above {} and at most {}, found {}", known.low, known.high,
                             out.value));
    if (json.contains("standard_error")) out.standard_error = number(json, path, "standard_error");
    return out;
  }

  double number(const Json& json, const std::string& path, const char* key) const {
    const Json& value = member(json, path, key);
    if (!value.is_number()) fail(path, fmt::format("{}: expected a number, found {}", key, value.dump()));
    return value.get<double>();
  }

  const std::string& file_;
  const std::vector<ProfileRecord>& known_;
  std::vector<ProfileRecord> records_;
};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::span<const ComputeParameter> compute_parameters() {
  return parameters;
}

const ComputeProfiles& ComputeProfiles::built_in() {
  static const ComputeProfiles profiles = [] {
    ComputeProfiles out;
    out.records_ = Reader("profiles.json", {}).read(embedded::compute_profiles().front().text);
    return out;
  }();
  return profiles;
}

ComputeProfiles ComputeProfiles::read(std::string_view text, const std::string& file) {
  const std::vector<ProfileRecord>& known = built_in().records_;
  ComputeProfiles out;
  out.records_ = Reader(file, known).read(text);
  out.records_.insert(out.records_.end(), known.begin(), known.end());
  return out;
}

const ComputeProfile& ComputeProfiles::of(const Accelerator& accelerator) const {
  for (const ProfileRecord& record : records_)
    if (contains(record.accelerators, accelerator.id)) return record.profile;
  for (const ProfileRecord& record : records_)
    if (contains(record.architectures, accelerator.architecture)) return record.profile;
  for (const ProfileRecord& record : records_)
    if (record.profile.name == "unknown") return record.profile;
  throw internal("profiles.json: no profile \"unknown\"");
}

bool ComputeProfiles::has_own(const Accelerator& accelerator) const {
  const std::size_t own = records_.size() - built_in().records_.size();
  for (std::size_t i = 0; i < own; ++i)
    if (contains(records_[i].accelerators, accelerator.id) ||
        contains(records_[i].architectures, accelerator.architecture))
      return true;
  return false;
}

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
  return ComputeProfiles::built_in().of(accelerator);
}

}  // namespace headroom::models
