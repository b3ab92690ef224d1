// SPDX-License-Identifier: Apache-2.0
#include "scenarios/plan/limits.hpp"

#include <algorithm>
#include <limits>

#include "models/catalogue/unit_tables.hpp"
#include "scenarios/answer.hpp"

namespace headroom::scenarios {
namespace {

// The names by which an answer says what the machines cost, had in one way.
struct Prices {
  Acquisition acquisition;
  const char *words, *run, *step, *hour;  // hour: of one accelerator
};
constexpr Prices prices[] = {
    {Acquisition::own, "owned", "run_owned_usd", "step_owned_usd", "owned_usd_per_gpu_hour"},
    {Acquisition::on_demand, "rented on demand", "run_rented_usd", "step_rented_usd",
     "rented_usd_per_gpu_hour"},
    {Acquisition::reserved, "reserved", "run_reserved_usd", nullptr, "reserved_usd_per_gpu_hour"},
    {Acquisition::spot, "rented on spot", "run_spot_usd", nullptr, "spot_usd_per_gpu_hour"},
};

const Prices& prices_of(Acquisition a) {
  return *std::find_if(std::begin(prices), std::end(prices),
                       [&](const Prices& p) { return p.acquisition == a; });
}

std::optional<double> figure(const Answer& answer, const std::string& name) {
  const auto found = answer.quantities.find(name);
  return found == answer.quantities.end() ? std::nullopt : std::optional(found->second);
}

// What the machines cost for a run, or for a step.
std::optional<double> usd_of(const Answer& answer, const Prices& names) {
  if (answer.quantities.count("run_seconds") > 0) return figure(answer, names.run);
  if (names.step != nullptr) return figure(answer, names.step);
  const std::optional<double> hour = figure(answer, names.hour),
                              accelerators = figure(answer, "accelerators");
  if (!hour || !accelerators) return std::nullopt;
  return *hour / models::units::hour * *accelerators * answer.quantities.at("step_seconds");
}

std::optional<double> monthly_usd(const Answer& answer, const Prices& names) {
  if (names.acquisition == Acquisition::own) return figure(answer, "owned_usd_per_month");
  const std::optional<double> hour = figure(answer, names.hour),
                              accelerators = figure(answer, "accelerators");
  if (!hour || !accelerators) return std::nullopt;
  return *hour * *accelerators * models::units::month / models::units::hour;
}

}  // namespace

const char* to_string(Acquisition a) {
  return prices_of(a).words;
}

std::optional<double> capex_of(const Answer& answer) {
  const bool known = answer.cost && answer.cost->capex_complete;
  return known ? std::optional(answer.cost->capex_usd) : std::nullopt;
}

std::optional<Having> cheapest(const Answer& answer, const std::vector<Acquisition>& ways) {
  std::optional<Having> best;
  for (const Acquisition way : ways) {
    const Prices& names = prices_of(way);
    const std::optional<double> usd = usd_of(answer, names);
    if (usd && (!best || *usd < best->usd)) best = Having{way, *usd, monthly_usd(answer, names)};
  }
  return best;
}

double LimitUse::excess() const {
  if (!value) return std::numeric_limits<double>::infinity();
  return kept() ? 0 : *value / limit - 1;
}

std::vector<LimitUse> uses_of(const Limits& limits, const Answer& answer) {
  std::vector<LimitUse> uses;
  const auto add = [&](const char* name, const char* quantity, const std::optional<double>& limit,
                       const std::optional<double>& value) {
    if (limit) uses.push_back({name, quantity, *limit, value});
  };
  const std::optional<Having> having = cheapest(answer, limits.acquisitions);
  add("deadline", "run_seconds", limits.deadline_seconds, figure(answer, "run_seconds"));
  add("budget", "run_usd", limits.budget_usd, having ? std::optional(having->usd) : std::nullopt);
  add("capex", "capex_usd", limits.capex_usd, capex_of(answer));
  add("monthly", "usd_per_month", limits.monthly_usd, having ? having->monthly_usd : std::nullopt);
  add("power", "peak_power_watts", limits.power_watts, figure(answer, "peak_power_watts"));
  add("accelerators", "accelerators", limits.accelerators, figure(answer, "accelerators"));
  return uses;
}

}  // namespace headroom::scenarios
