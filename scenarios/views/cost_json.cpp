// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/cost_json.hpp"

#include <nlohmann/json.hpp>

namespace headroom::scenarios {
namespace {

using Json = nlohmann::ordered_json;
using models::CostReport;

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json capex_json(const CostReport& cost) {
  Json lines = Json::array();
  for (const models::CostLine& line : cost.capex)
    lines.push_back({{"part", line.part},
                     {"count", line.count},
                     {"unit_usd", line.unit_usd},
                     {"usd", line.usd},
                     {"network", line.kind == models::CostKind::network},
                     {"source", line.source}});
  return lines;
}

Json ownership_json(const CostReport& cost) {
  Json lines = Json::array();
  for (const models::OwnershipLine& line : cost.ownership)
    lines.push_back({{"part", line.part},
                     {"basis", line.basis},
                     {"opex", line.opex},
                     {"usd_per_month", line.usd_per_month},
                     {"run_usd", line.run_usd},
                     {"source", line.source}});
  return lines;
}

Json rents_json(const CostReport& cost) {
  Json offers = Json::array();
  for (const models::RentOffer& offer : cost.rents)
    offers.push_back({{"terms", to_string(offer.terms)},
                      {"usd_per_accelerator_second", offer.usd_per_accelerator_second},
                      {"commitment_seconds", offer.commitment_seconds},
                      {"run_usd", offer.run_usd},
                      {"break_even_seconds", or_null(offer.break_even_seconds)},
                      {"source", offer.source}});
  return offers;
}

Json use_json(const models::UseTable& use) {
  Json from = Json::array();
  for (const auto& utilisation : use.break_even_utilisation) from.push_back(or_null(utilisation));
  return {{"utilisations", use.utilisations},
          {"horizons_seconds", use.horizons_seconds},
          {"owned_usd_per_accelerator_second", use.owned_usd_per_accelerator_second},
          {"break_even_utilisation", std::move(from)}};
}

Json power_json(const CostReport& cost) {
  Json lines = Json::array();
  for (const models::PowerLine& line : cost.power)
    lines.push_back(
        {{"part", line.part}, {"average_watts", line.average_watts}, {"peak_watts", line.peak_watts}});
  return lines;
}

Json racks_json(const std::optional<models::RackPlan>& plan) {
  if (!plan) return nullptr;
  return {{"limit_watts", plan->limit_watts},
          {"server_watts", plan->server_watts},
          {"servers_per_rack", plan->servers_per_rack},
          {"server_racks", plan->server_racks},
          {"network_racks", plan->network_racks}};
}

Json carbon_json(const CostReport& cost) {
  if (!cost.carbon) return nullptr;
  return {{"region", cost.carbon->region},
          {"kg_per_joule", cost.carbon->kg_per_joule},
          {"run_kg", cost.run_co2_kg},
          {"kg_per_month", cost.co2_kg_per_month},
          {"source", cost.carbon->source}};
}

}  // namespace

nlohmann::ordered_json cost_json(const CostReport& cost) {
  return {{"capex", capex_json(cost)},
          {"capex_usd", cost.capex_usd},
          {"capex_complete", cost.capex_complete},
          {"network_usd", cost.network_usd},
          {"network_share", cost.network_share},
          {"utilisation", cost.utilisation},
          {"life_seconds", cost.life_seconds},
          {"ownership", ownership_json(cost)},
          {"owned_usd_per_month", cost.owned_usd_per_month},
          {"opex_usd_per_month", cost.opex_usd_per_month},
          {"tco_usd", cost.tco_usd},
          {"rents", rents_json(cost)},
          {"use", use_json(cost.use)},
          {"power", power_json(cost)},
          {"average_power_watts", cost.average_power_watts},
          {"peak_power_watts", cost.peak_power_watts},
          {"pue", cost.pue},
          {"racks", racks_json(cost.racks)},
          {"run_seconds", cost.run_seconds},
          {"run_energy_joules", cost.run_energy_joules},
          {"run_owned_usd", cost.run_owned_usd},
          {"run_rented_usd", cost.run_rented_usd},
          {"carbon", carbon_json(cost)},
          {"notes", cost.notes}};
}

}  // namespace headroom::scenarios
