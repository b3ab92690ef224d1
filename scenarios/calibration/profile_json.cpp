// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "scenarios/calibration/profile_fit.hpp"

namespace headroom::scenarios::calibration {
namespace {

using Json = nlohmann::ordered_json;

Json values_json(const FittedProfile& profile) {
  Json values = Json::object();
  for (const calibrate::FittedParameter& p : profile.values) {
    Json& value = values[p.name];
    value["value"] = p.value;
    const bool at_bound = p.state == calibrate::FittedParameter::State::at_bound;
    if (!at_bound) value["standard_error"] = p.standard_error;
    value["fitted_to"] = fmt::format("{} points of {}{}", profile.points, fmt::join(profile.sources, ", "),
                                     at_bound ? "; at the end of what it may be" : "");
  }
  return values;
}

Json errors_json(const FittedProfile& profile) {
  Json errors{{"points", profile.points}, {"rejected", profile.rejected}};
  for (const KindErrors& kind : profile.errors)
    errors[kind.kind] = {{"points", kind.points},
                         {"median_before", kind.before.median},
                         {"p90_before", kind.before.p90},
                         {"median", kind.after.median},
                         {"p90", kind.after.p90}};
  if (!profile.left_out.sources.empty())
    errors["leaving_sources_out"] = {{"median", profile.left_out.median}, {"p90", profile.left_out.p90}};
  return errors;
}

}  // namespace

std::string profiles_json(const std::vector<FittedProfile>& profiles, const std::string& date) {
  Json root{{"schema", "headroom-compute-profiles-1"},
            {"about", fmt::format("fitted by headroom calibrate fit, {}", date)},
            {"profiles", Json::array()}};
  for (const FittedProfile& profile : profiles) {
    Json json{{"name", profile.name}, {"inherits", profile.began_with}};
    if (!profile.accelerators.empty()) json["accelerators"] = profile.accelerators;
    if (!profile.architectures.empty()) json["architectures"] = profile.architectures;
    json["provenance"] = fmt::format("fitted {} to {} points of {}; the rest as {}", date, profile.points,
                                     fmt::join(profile.sources, ", "), profile.began_with);
    json["values"] = values_json(profile);
    json["errors"] = errors_json(profile);
    root["profiles"].push_back(std::move(json));
  }
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace headroom::scenarios::calibration
