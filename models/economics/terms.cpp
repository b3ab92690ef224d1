// SPDX-License-Identifier: Apache-2.0
#include "models/economics/terms.hpp"

#include <fmt/format.h>

#include "models/catalogue/unit_tables.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

Term term(const std::optional<double>& given, const Catalogue& catalogue, const char* key, double unit) {
  if (given) return {*given, "scenario"};
  const Fact& fact = catalogue.record("economics", "default").fact(key);
  return {catalogue.number("economics", "default", key) * unit, fact.origin()};
}

void judge(const std::optional<double>& given, const Catalogue& catalogue, const char* key, const char* what,
           PriceNotes& notes) {
  if (given) return;
  const Fact& fact = catalogue.record("economics", "default").fact(key);
  notes.judge(what, fact.date, fact.recalled());
}

void refuse_unless(bool right, const char* what, double found) {
  if (!right) throw bad_input(fmt::format("economics: {}, found {}", what, found));
}

}  // namespace

Terms terms_of(const EconomicsOptions& o, const Catalogue& catalogue, PriceNotes& notes) {
  constexpr double kilowatt_month = 1e3 * units::month;
  Terms out;
  out.electricity =
      term(o.electricity_usd_per_joule, catalogue, "usd_per_kilowatt_hour", 1 / units::kilowatt_hour);
  out.pue = term(o.pue, catalogue, "pue", 1);
  out.life = term(o.depreciation_seconds, catalogue, "depreciation_years", units::year);
  out.interest = term(o.cost_of_capital, catalogue, "cost_of_capital_per_year", 1);
  out.space =
      term(o.space_usd_per_watt_second, catalogue, "space_usd_per_kilowatt_month", 1 / kilowatt_month);
  out.maintenance = term(o.maintenance_fraction, catalogue, "maintenance_fraction_per_year", 1);
  out.engineer = term(o.engineer_usd_per_second, catalogue, "engineer_usd_per_year", 1 / units::year);
  judge(o.electricity_usd_per_joule, catalogue, "usd_per_kilowatt_hour", "electricity", notes);
  judge(o.space_usd_per_watt_second, catalogue, "space_usd_per_kilowatt_month", "space", notes);
  if (o.engineers > 0)
    judge(o.engineer_usd_per_second, catalogue, "engineer_usd_per_year", "engineers", notes);

  refuse_unless(out.pue.value >= 1, "PUE must be at least 1", out.pue.value);
  refuse_unless(out.life.value > 0, "the machines need a life", out.life.value);
  refuse_unless(out.interest.value >= 0, "the cost of capital must not be negative", out.interest.value);
  refuse_unless(o.utilisation > 0 && o.utilisation <= 1, "utilisation must lie in (0, 1]", o.utilisation);
  refuse_unless(o.residual_fraction >= 0 && o.residual_fraction <= 1,
                "the residual value must lie between 0 and the purchase (1)", o.residual_fraction);
  return out;
}

}  // namespace headroom::models
