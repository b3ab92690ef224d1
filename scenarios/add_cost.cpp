// SPDX-License-Identifier: Apache-2.0
#include "models/catalogue/unit_tables.hpp"
#include "scenarios/simulate_parts.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

constexpr double seconds_per_hour = models::units::hour, million = 1e6;

double found(const std::map<std::string, double>& quantities, const std::string& name) {
  const auto at = quantities.find(name);
  return at == quantities.end() ? 0 : at->second;
}

// Figures that are not known are left out.
void add_known(std::map<std::string, double>& q, const std::string& name, double value) {
  if (value > 0) q[name] = value;
}

void add_place(const models::CostReport& cost, std::map<std::string, double>& q) {
  q["average_power_watts"] = cost.average_power_watts;
  q["peak_power_watts"] = cost.peak_power_watts;
  q["accelerator_peak_power_watts"] = cost.accelerator_peak_watts;
  q["accelerator_idle_share"] = 1 - cost.busy_fraction;
  if (cost.racks) q["racks"] = static_cast<double>(cost.racks->racks());
  if (cost.carbon) q["co2_kg_per_month"] = cost.co2_kg_per_month;
}

void add_rates(const models::CostReport& cost, long accelerators, const std::string& unit,
               std::map<std::string, double>& q) {
  const double step = q.at("step_seconds"), units = q.at(unit + "_per_second");
  const double owned = cost.owned_usd_per_second_of_use;
  const double rented = cost.rent_usd_per_accelerator_second * static_cast<double>(accelerators);
  add_known(q, "owned_usd_per_month", cost.owned_usd_per_month);
  add_known(q, "opex_usd_per_month", cost.opex_usd_per_month);
  add_known(q, "tco_usd", cost.tco_usd);
  add_known(q, "owned_usd_per_gpu_hour", owned / static_cast<double>(accelerators) * seconds_per_hour);
  for (const models::RentOffer& offer : cost.rents) {
    const double hour = offer.usd_per_accelerator_second * seconds_per_hour;
    if (offer.terms == models::RentTerms::on_demand) add_known(q, "rented_usd_per_gpu_hour", hour);
    if (offer.terms == models::RentTerms::reserved) add_known(q, "reserved_usd_per_gpu_hour", hour);
    if (offer.terms == models::RentTerms::spot) add_known(q, "spot_usd_per_gpu_hour", hour);
  }
  add_known(q, "step_owned_usd", owned * step);
  add_known(q, "step_rented_usd", rented * step);
  add_known(q, "owned_usd_per_million_" + unit, owned / units * million);
  add_known(q, "rented_usd_per_million_" + unit, rented / units * million);
  if (cost.break_even_seconds) q["break_even_seconds"] = *cost.break_even_seconds;
  if (cost.break_even_units_per_month)
    q["break_even_" + unit + "_per_month"] = *cost.break_even_units_per_month;
}

void add_run(const models::CostReport& cost, std::map<std::string, double>& q) {
  q["run_energy_joules"] = cost.run_energy_joules;
  add_known(q, "run_owned_usd", cost.run_owned_usd);
  for (const models::RentOffer& offer : cost.rents) {
    if (offer.terms == models::RentTerms::on_demand) add_known(q, "run_rented_usd", offer.run_usd);
    if (offer.terms == models::RentTerms::reserved) add_known(q, "run_reserved_usd", offer.run_usd);
    if (offer.terms == models::RentTerms::spot) add_known(q, "run_spot_usd", offer.run_usd);
  }
  if (cost.carbon) q["run_co2_kg"] = cost.run_co2_kg;
}

}  // namespace

models::CostReport cost_of_step(const Scenario& s, const models::TrainingStep& step, double run_seconds) {
  const topologies::Cluster cluster = bought_cluster_of(s);
  const double used = static_cast<double>(s.cluster.used()) / (s.cluster.used() + s.cluster.idle());
  const models::CostQuestion question{cluster.bill_of_materials(),
                                      s.cluster.server_id,
                                      s.cluster.accelerator,
                                      cluster.server(),
                                      s.cluster.fabric,
                                      step.busy_fraction * used,
                                      run_seconds};
  return models::cost_of(question, s.economics, s.catalogue);
}

void add_cost(const TrainingWorkload& workload, Answer& answer) {
  auto& q = answer.quantities;
  const double run_seconds = found(q, "run_seconds");
  try {
    answer.cost = cost_of_step(answer.scenario, *answer.training, run_seconds);
  } catch (const Error& error) {
    if (error.failure() != Failure::infeasible) throw;
    answer.feasible = false;
    answer.why_not = error.what();
    return;
  }
  const bool complete = answer.cost->capex_complete;
  q[complete ? "capex_usd" : "capex_at_least_usd"] = answer.cost->capex_usd;
  if (complete) q["network_capex_share"] = answer.cost->network_share;
  add_place(*answer.cost, q);
  add_rates(*answer.cost, answer.scenario.cluster.used() + answer.scenario.cluster.idle(),
            workload.network->unit_name(), q);
  if (run_seconds > 0) add_run(*answer.cost, q);
}

}  // namespace headroom::scenarios
