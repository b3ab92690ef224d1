// SPDX-License-Identifier: Apache-2.0
#include "scenarios/views/cost_lines.hpp"

#include <fmt/format.h>

#include "models/catalogue/unit_tables.hpp"
#include "models/catalogue/units.hpp"
#include "scenarios/views/quantity_text.hpp"

namespace headroom::scenarios {
namespace {

using models::CostReport;
using models::print_money;
using models::RentOffer;
using models::RentTerms;

constexpr double seconds_per_hour = models::units::hour;

void fill_percentages(std::vector<Part>& parts) {
  std::vector<double> amounts;
  for (const Part& part : parts) amounts.push_back(part.amount);
  const std::vector<std::string> percent = percentages(amounts);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].percent = percent[i];
}

std::string whole_percent(double fraction) {
  return fmt::format("{:.0f} %", 100 * fraction);
}

// Rents in cents, as they are offered.
std::string print_hourly(double usd) {
  return fmt::format("{:.2f} USD", usd);
}

std::string offer_name(const RentOffer& offer) {
  if (offer.terms != RentTerms::reserved || offer.commitment_seconds <= 0) return to_string(offer.terms);
  return fmt::format("{}, {}", to_string(offer.terms), years_text(offer.commitment_seconds));
}

// A reservation is paid for idle hours too.
double usd_per_hour_in_use(const RentOffer& offer, double utilisation) {
  const double used = offer.terms == RentTerms::reserved ? utilisation : 1;
  return offer.usd_per_accelerator_second * seconds_per_hour / used;
}

std::string pays_after(const RentOffer& offer, const CostReport& cost) {
  if (cost.ownership.empty()) return "";
  return offer.break_even_seconds ? "after " + years_text(*offer.break_even_seconds)
                                  : "not in " + years_text(cost.life_seconds);
}

Line power_line(const CostReport& cost) {
  return {"Power", models::print_watts(cost.peak_power_watts),
          fmt::format("at most, {} of it accelerators; {} on average",
                      models::print_watts(cost.accelerator_peak_watts),
                      models::print_watts(cost.average_power_watts))};
}

Line rack_line(const models::RackPlan& plan) {
  std::string note =
      fmt::format("{} servers of {} in a rack of {}", plan.servers_per_rack,
                  models::print_watts(plan.server_watts), models::print_watts(plan.limit_watts));
  if (plan.network_racks > 0) note += fmt::format("; {} of them for switches", plan.network_racks);
  return {"Racks", models::print_count(static_cast<double>(plan.racks())), note};
}

Line carbon_line(const CostReport& cost) {
  using models::print_carbon_intensity;
  if (!cost.carbon)
    return {"CO2", "no region named",
            fmt::format("{} ({}) to {} ({})", print_carbon_intensity(cost.cleanest.kg_per_joule),
                        cost.cleanest.region, print_carbon_intensity(cost.dirtiest.kg_per_joule),
                        cost.dirtiest.region)};
  const std::string grid =
      fmt::format("{}: {}, {}", cost.carbon->region.empty() ? "grid" : cost.carbon->region,
                  print_carbon_intensity(cost.carbon->kg_per_joule), cost.carbon->source);
  return {"CO2",
          cost.run_seconds > 0 ? models::print_mass(cost.run_co2_kg)
                               : models::print_mass(cost.co2_kg_per_month) + " a month",
          grid};
}

}  // namespace

std::string years_text(double seconds) {
  const double years = seconds / models::units::year;
  if (years < 1) return models::print_seconds(seconds);
  return years == 1 ? "1 year" : fmt::format("{:.3g} years", years);
}

std::vector<Part> cost_parts(const CostReport& cost) {
  std::vector<Part> parts;
  for (const models::CostLine& line : cost.capex) {
    parts.push_back({fmt::format("{} x {}", models::print_count(static_cast<double>(line.count)), line.part),
                     line.usd, "",
                     (line.kind == models::CostKind::network ? "network; " : "") + line.source});
  }
  fill_percentages(parts);
  return parts;
}

std::string purchase_title(const CostReport& cost) {
  return fmt::format("What it costs to buy: {}{}, of it network {}", cost.capex_complete ? "" : "at least ",
                     print_money(cost.capex_usd), print_percent(cost.network_share));
}

std::string ownership_title(const CostReport& cost) {
  return fmt::format("What it costs to own: {} a month, used {} of {}", print_money(cost.owned_usd_per_month),
                     whole_percent(cost.utilisation), years_text(cost.life_seconds));
}

CostRows ownership_rows(const CostReport& cost) {
  if (cost.ownership.empty()) return {};
  const bool run = cost.run_seconds > 0;
  CostRows rows;
  const auto add = [&](std::string part, const std::string& month, const std::string& of_run,
                       const std::string& basis, const std::string& source) {
    rows.push_back({std::move(part), month});
    if (run) rows.back().push_back(of_run);
    rows.back().insert(rows.back().end(), {basis, source});
  };
  add("", "a month", "this run", "", "");
  for (const models::OwnershipLine& line : cost.ownership)
    add(line.part, print_money(line.usd_per_month), print_money(line.run_usd), line.basis, line.source);
  add("total", print_money(cost.owned_usd_per_month), print_money(cost.run_owned_usd),
      fmt::format("{} over the life", print_money(cost.tco_usd)), "");
  return rows;
}

std::vector<Part> ownership_parts(const CostReport& cost) {
  std::vector<Part> parts;
  for (const models::OwnershipLine& line : cost.ownership)
    parts.push_back({line.part, line.usd_per_month, "", line.basis});
  fill_percentages(parts);
  return parts;
}

CostRows own_or_rent_rows(const CostReport& cost, long accelerators) {
  if (cost.rents.empty()) return {};
  const bool run = cost.run_seconds > 0;
  CostRows rows;
  const auto add = [&](std::string name, const std::string& hour, const std::string& of_run,
                       const std::string& pays, const std::string& source) {
    rows.push_back({std::move(name), hour});
    if (run) rows.back().push_back(of_run);
    rows.back().insert(rows.back().end(), {pays, source});
  };
  add("", "GPU-hour in use", "this run", "owning pays", "");
  if (!cost.ownership.empty())
    add("owned",
        print_hourly(cost.owned_usd_per_second_of_use * seconds_per_hour / static_cast<double>(accelerators)),
        print_money(cost.run_owned_usd), "", "");
  for (const RentOffer& offer : cost.rents)
    add(offer_name(offer), print_hourly(usd_per_hour_in_use(offer, cost.utilisation)),
        print_money(offer.run_usd), pays_after(offer, cost), offer.source);
  return rows;
}

std::string break_even_use(const CostReport& cost) {
  std::string out;
  for (std::size_t h = 0; h < cost.use.horizons_seconds.size(); ++h) {
    const auto from = cost.use.break_even_utilisation[h];
    if (!from) continue;
    out += fmt::format("{}{} over {}", out.empty() ? "" : ", ", whole_percent(*from),
                       years_text(cost.use.horizons_seconds[h]));
  }
  return out;
}

std::vector<Line> place_lines(const CostReport& cost) {
  std::vector<Line> lines{power_line(cost)};
  lines.push_back({"Waiting", print_percent(1 - cost.busy_fraction),
                   "of the time of the accelerators: no kernel runs, idle power is drawn"});
  if (cost.racks) lines.push_back(rack_line(*cost.racks));
  if (cost.run_seconds > 0)
    lines.push_back({"Energy", models::print_energy(cost.run_energy_joules),
                     fmt::format("of the run at the meter, PUE {}", models::print_number(cost.pue))});
  lines.push_back(carbon_line(cost));
  return lines;
}

}  // namespace headroom::scenarios
