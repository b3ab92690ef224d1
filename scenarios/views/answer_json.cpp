// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/answer_json.hpp"

#include <nlohmann/json.hpp>

#include "scenarios/expectation.hpp"
#include "scenarios/views/answer_lines.hpp"
#include "scenarios/views/cost_json.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;

// Names come from files and command lines: bytes that are not UTF-8 are replaced, not fatal.
std::string text_of(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json breakdown_json(const models::Breakdown& b) {
  return {{"compute_seconds", b.compute},
          {"exposed_tensor_seconds", b.exposed_tensor},
          {"exposed_expert_seconds", b.exposed_expert},
          {"exposed_context_seconds", b.exposed_context},
          {"exposed_pipeline_seconds", b.exposed_pipeline},
          {"exposed_data_seconds", b.exposed_data},
          {"bubble_seconds", b.bubble},
          {"optimiser_seconds", b.optimiser},
          {"input_seconds", b.input},
          {"host_seconds", b.host}};
}

Json memory_json(const models::MemoryEstimate& memory, double capacity_bytes) {
  Json terms = Json::array();
  for (const models::MemoryTerm& term : memory.terms) {
    terms.push_back({{"name", term.name}, {"bytes", term.bytes}, {"formula", term.formula}});
  }
  return {{"stage", memory.stage},
          {"peak_phase", memory.peak_phase},
          {"total_bytes", memory.total_bytes},
          {"capacity_bytes", capacity_bytes},
          {"terms", std::move(terms)}};
}

Json plans_json(const models::TrainingStep& step) {
  Json plans = Json::array();
  for (std::size_t i = 0; i < step.plans.size() && i < step.plan_names.size(); ++i) {
    const models::CollectivePlan& plan = step.plans[i];
    plans.push_back({{"exchange", step.plan_names[i]},
                     {"collective", to_string(plan.collective)},
                     {"algorithm", to_string(plan.algorithm)},
                     {"protocol", to_string(plan.protocol)},
                     {"bytes", plan.bytes},
                     {"seconds_alone", plan.seconds}});
  }
  return plans;
}

Json collectives_json(const std::vector<CollectiveRow>& rows) {
  Json all = Json::array();
  for (const CollectiveRow& row : rows) {
    all.push_back({{"bytes", row.bytes},
                   {"seconds", row.seconds},
                   {"algorithm_bandwidth_bytes_per_second", row.algorithm_bandwidth},
                   {"bus_bandwidth_bytes_per_second", row.bus_bandwidth},
                   {"algorithm", row.algorithm},
                   {"protocol", row.protocol}});
  }
  return all;
}

Json links_json(const std::vector<models::LinkUse>& links) {
  Json all = Json::array();
  for (const models::LinkUse& use : links) {
    all.push_back({{"name", use.name},
                   {"kind", to_string(use.kind)},
                   {"bytes", use.bytes},
                   {"utilisation", use.utilisation}});
  }
  return all;
}

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// In the order in which they add up to the step.
Json waterfall_json(const Answer& answer) {
  Json parts = Json::array();
  for (const Part& part : time_parts(answer))
    parts.push_back({{"part", part.label}, {"seconds", part.amount}});
  return parts;
}

void add_training(Json& json, const Answer& answer) {
  const models::TrainingStep& step = *answer.training;
  json["memory"] = memory_json(step.memory, answer.scenario.cluster.accelerator.memory_bytes);
  if (!answer.feasible) return;
  json["breakdown"] = breakdown_json(step.breakdown);
  json["waterfall"] = waterfall_json(answer);
  json["collectives"] = plans_json(step);
}

Json answer_json(const Answer& answer) {
  Json json;
  json["variant"] = answer.scenario.variant;
  json["feasible"] = answer.feasible;
  if (!answer.feasible) json["why_not"] = answer.why_not;
  json["quantities"] = answer.quantities;
  if (answer.interval) {
    json["interval"] = {{"share", answer.interval->share},
                        {"low_seconds", answer.interval->low_seconds},
                        {"high_seconds", answer.interval->high_seconds},
                        {"basis", answer.interval->basis}};
  }
  if (answer.training) add_training(json, answer);
  if (!answer.collectives.empty()) json["sizes"] = collectives_json(answer.collectives);
  json["limit"] = answer.limit;
  json["improvements"] = Json::array();
  for (const Improvement& better : answer.improvements) {
    json["improvements"].push_back({{"change", better.change}, {"step_seconds", better.step_seconds}});
  }
  json["elasticities"] = elasticities_json(answer);
  json["links"] = links_json(answer.links);
  if (answer.cost) json["cost"] = cost_json(*answer.cost);
  json["provenance"] = answer.provenance;
  json["warnings"] = answer.warnings;
  json["inputs"] = answer.scenario.inputs;
  return json;
}

}  // namespace

nlohmann::ordered_json expectations_json(const ScenarioFile& file, std::span<const Answer> answers) {
  Json verdicts = Json::array();
  for (const Verdict& verdict : check_expectations(file, answers)) {
    const Expectation& e = verdict.expectation;
    verdicts.push_back({{"quantity", e.quantity},
                        {"variant", e.variant},
                        {"over", e.over},
                        {"low", e.low},
                        {"high", e.high},
                        {"value", verdict.value},
                        {"met", verdict.met},
                        {"source", e.source}});
  }
  return verdicts;
}

std::string answers_json(const ScenarioFile& file, std::span<const Answer> answers) {
  Json json;
  json["name"] = file.name;
  json["question"] = file.question;
  json["answers"] = Json::array();
  for (const Answer& answer : answers) json["answers"].push_back(answer_json(answer));
  if (answers.size() > 1)
    if (const auto trade = trade_of(answers, file.baseline)) json["trade"] = trade_json(*trade, answers);
  json["expected"] = expectations_json(file, answers);
  return text_of(json);
}

std::string comparison_json(const Comparison& comparison) {
  Json json;
  json["a"] = comparison.a;
  json["b"] = comparison.b;
  json["inputs"] = Json::array();
  for (const auto& input : comparison.inputs) {
    json["inputs"].push_back({{"path", input.path}, {"a", input.a}, {"b", input.b}});
  }
  json["quantities"] = Json::object();
  for (const auto& q : comparison.quantities) {
    json["quantities"][q.name] = {
        {"a", number_or_null(q.a)}, {"b", number_or_null(q.b)}, {"ratio", number_or_null(q.ratio)}};
  }
  return text_of(json);
}

}  // namespace headroom::scenarios
