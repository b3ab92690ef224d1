// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "scenarios/plan/objective.hpp"
#include "scenarios/plan/plan_lines.hpp"
#include "scenarios/plan/views.hpp"
#include "scenarios/views/answer_json.hpp"
#include "scenarios/views/elasticity_view.hpp"
#include "scenarios/views/trade_view.hpp"

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;

Json layout_json(const models::Layout& layout) {
  Json json{{"tensor", layout.tensor},
            {"context", layout.context},
            {"pipeline", layout.pipeline},
            {"data", layout.data},
            {"virtual_stages", layout.virtual_stages},
            {"schedule", to_string(layout.schedule)},
            {"sequence_parallel", layout.sequence_parallel},
            {"expert", layout.expert},
            {"expert_tensor", layout.effective_expert_tensor()},
            {"zero", layout.zero_stage},
            {"shard_group", layout.shard_group},
            {"microbatch", layout.microbatch},
            {"global_batch", layout.global_batch},
            {"recomputation", to_string(layout.recomputation)}};
  if (layout.offload != models::Offload::none) json["offload"] = to_string(layout.offload);
  if (layout.recomputed_layers >= 0) json["recomputed_layers"] = layout.recomputed_layers;
  return json;
}

Json limits_json(const std::vector<LimitUse>& limits) {
  Json json = Json::object();
  for (const LimitUse& use : limits) json[use.name] = {{"limit", use.limit}, {"value", *use.value}};
  return json;
}

Json entry_json(const Plan& plan, const PlanEntry& entry) {
  Json json{{"point", entry.point},
            {"cluster", entry.cluster},
            {"accelerators", entry.accelerators() + entry.idle()},
            {"idle_accelerators", entry.idle()},
            {"layout", layout_json(entry.layout())},
            {"closed_form_step_seconds", entry.closed_form_seconds},
            {"on_frontier", entry.on_frontier}};
  json["objectives"] = Json::object();
  for (std::size_t i = 0; i < plan.objectives.size(); ++i)
    json["objectives"][names_of(plan.objectives[i]).quantity] = entry.objectives[i];
  if (entry.having)
    json["having"] = {{"acquisition", to_string(entry.having->acquisition)}, {"usd", entry.having->usd}};
  json["limits"] = limits_json(entry.limits);
  json["quantities"] = entry.answer.quantities;
  json["loses_because"] = &entry == &plan.entries.front() ? "" : why_it_loses(plan, entry);
  json["warnings"] = entry.answer.warnings;
  json["provenance"] = entry.answer.provenance;
  return json;
}

Json counts_json(const PlanCounts& c) {
  return {{"clusters", c.clusters},
          {"clusters_without_layout", c.without_layout},
          {"layouts", c.layouts.layouts},
          {"layouts_too_large", c.layouts.too_large},
          {"layouts_too_slow", c.layouts.too_slow},
          {"layouts_timed", c.layouts.timed},
          {"priced", c.priced},
          {"over_limits", c.over_limits},
          {"without_price", c.without_price},
          {"simulated", c.simulated}};
}

}  // namespace

std::string plan_json(const Plan& plan) {
  Json json{{"name", plan.name}, {"question", plan.question}, {"feasible", !plan.entries.empty()}};
  json["answers"] = Json::array();
  for (const PlanEntry& entry : plan.entries) json["answers"].push_back(entry_json(plan, entry));
  if (const auto trade = trade_of(plan)) json["trade"] = trade_json(trade->trade, trade->answers);
  if (!plan.entries.empty()) json["elasticities_of_best"] = elasticities_json(plan.entries.front().answer);
  json["changes"] = plan.changes;
  json["searched"] = counts_json(plan.counts);
  json["simulated_over_closed_form"] = {{"median_shift", plan.median_shift}, {"best_shift", plan.best_shift}};
  json["refused"] = Json::array();
  for (const Refusal& refusal : plan.refusals)
    json["refused"].push_back({{"cluster", refusal.cluster}, {"reason", refusal.reason}});
  ScenarioFile file;
  file.expected = plan.expected;
  json["expected"] = Json::array();
  if (!plan.entries.empty()) json["expected"] = expectations_json(file, {&plan.entries.front().answer, 1});
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace headroom::scenarios
