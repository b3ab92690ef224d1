// SPDX-License-Identifier: Apache-2.0
#include "scenarios/sweep/row.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 3> states = {"answered", "infeasible", "refused"};

PointState state_of(const std::string& name) {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (name == states[i]) return static_cast<PointState>(i);
  throw bad_input("expected the state of a point, found " + name);
}

// JSON has no word for what is not a number.
double number_of(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

}  // namespace

const char* to_string(PointState state) {
  return states[static_cast<std::size_t>(state)];
}

std::string row_line(const SweepRow& row) {
  const Json json{{"state", to_string(row.state)},
                  {"reason", row.reason},
                  {"quantities", row.quantities},
                  {"limit", row.limit},
                  {"warnings", row.warnings}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

SweepRow read_row_line(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    SweepRow row;
    row.state = state_of(json.at("state").get<std::string>());
    row.reason = json.at("reason").get<std::string>();
    for (const auto& [name, value] : json.at("quantities").items()) row.quantities[name] = number_of(value);
    row.limit = json.at("limit").get<std::string>();
    row.warnings = json.at("warnings").get<std::vector<std::string>>();
    return row;
  } catch (const Json::exception& error) {
    throw bad_input(std::string("expected a row of a sweep, found: ") + error.what());
  }
}

}  // namespace headroom::scenarios
