// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "scenarios/language/json_text.hpp"
#include "scenarios/sweep/views.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(const Node& value) {
  return Json::parse(print_json(value));
}

Json axes_json(const SweepQuestion& question) {
  Json axes = Json::array();
  for (const Axis& axis : question.axes()) {
    Json one = Json::object();
    for (std::size_t p = 0; p < axis.paths.size(); ++p) {
      Json& values = one[axis.paths[p]] = Json::array();
      for (const Node& value : axis.values[p]) values.push_back(value_json(value));
    }
    axes.push_back(std::move(one));
  }
  return axes;
}

Json point_json(const SweepQuestion& question, std::size_t point, const SweepRow& row) {
  Json at = Json::object();
  for (std::size_t a = 0; a < question.axes().size(); ++a) {
    const Axis& axis = question.axes()[a];
    for (std::size_t p = 0; p < axis.paths.size(); ++p)
      at[axis.paths[p]] = value_json(axis.values[p][question.index_of(point, a)]);
  }
  Json json{{"variant", question.variants()[question.variant_of(point)].name},
            {"at", std::move(at)},
            {"state", to_string(row.state)}};
  if (!row.reason.empty()) json["reason"] = row.reason;
  json["quantities"] = row.quantities;
  json["limit"] = row.limit;
  json["warnings"] = row.warnings;
  return json;
}

}  // namespace

std::string sweep_json(const SweepQuestion& question, std::span<const SweepRow> rows) {
  Json json{{"name", question.name()}, {"question", question.question()}, {"axes", axes_json(question)}};
  json["points"] = Json::array();
  for (std::size_t point = 0; point < rows.size(); ++point)
    json["points"].push_back(point_json(question, point, rows[point]));
  const std::vector<Answer> answers = answers_of(question, rows);
  if (const auto trade = trade_of(answers, question.baseline())) json["trade"] = trade_json(*trade, answers);
  ScenarioFile file;
  file.expected = question.expected();
  json["expected"] = expectations_json(file, answers);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace headroom::scenarios
