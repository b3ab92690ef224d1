// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "scenarios/validate/views.hpp"

namespace headroom::scenarios::validation {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json points_json(const Outcome& outcome) {
  Json points = Json::array();
  for (const Figure& figure : outcome.figures) {
    Json point;
    for (const auto& [name, value] : figure.at) point[name] = value;
    point["observed"] = figure.observed;
    point["predicted"] = figure.predicted;
    point["low"] = figure.low;
    point["high"] = figure.high;
    points.push_back(std::move(point));
  }
  return points;
}

Json outcome_json(const Outcome& outcome) {
  Json json;
  json["id"] = outcome.id;
  json["status"] = to_string(outcome.status);
  json["reason"] = outcome.reason;
  json["quantity"] = outcome.quantity;
  const bool single = !outcome.has_points && outcome.figures.size() == 1;
  const auto of_figure = [&](double Figure::*member) {
    return single ? Json(outcome.figures.front().*member) : Json(nullptr);
  };
  json["observed"] = or_null(outcome.observed);
  json["predicted"] = of_figure(&Figure::predicted);
  json["low"] = of_figure(&Figure::low);
  json["high"] = of_figure(&Figure::high);
  if (outcome.memory) {
    json["observed_memory_bytes"] = outcome.memory->observed_bytes;
    json["predicted_memory_bytes"] = outcome.memory->predicted_bytes;
  }
  json["provenance"] = outcome.provenance;
  if (outcome.has_points) json["points"] = points_json(outcome);
  return json;
}

Json row_json(const SummaryRow& row) {
  return {{"set", row.set},
          {"by", row.by},
          {"name", row.name},
          {"records", row.records},
          {"predicted", row.predicted},
          {"coverage", row.coverage()},
          {"figures", row.figures},
          {"median_error", or_null(row.median_error)},
          {"p90_error", or_null(row.p90_error)},
          {"bias", or_null(row.bias)},
          {"rank_correlation", or_null(row.rank_correlation)},
          {"chosen_over_best", or_null(row.chosen_over_best)},
          {"inside_interval", or_null(row.inside)}};
}

}  // namespace

std::string outcomes_json(std::span<const Outcome> outcomes, std::span<const SummaryRow> rows) {
  Json json;
  json["records"] = Json::array();
  for (const Outcome& outcome : outcomes) json["records"].push_back(outcome_json(outcome));
  json["summary"] = Json::array();
  for (const SummaryRow& row : rows) json["summary"].push_back(row_json(row));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace headroom::scenarios::validation
