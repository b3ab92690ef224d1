// SPDX-License-Identifier: Apache-2.0
#include "models/economics/renting.hpp"

#include <fmt/format.h>

#include "models/catalogue/unit_tables.hpp"

namespace headroom::models {
namespace {

// "CoreWeave, median of 9 from 2.23 to 12.25 USD/h, gridst 2026-03"
std::string origin(const Rent& usual, const std::vector<Rent>& sorted) {
  std::string among;
  if (sorted.size() > 1)
    among = fmt::format(", median of {} from {} to {} USD/h", sorted.size(), sorted.front().per_hour.usd,
                        sorted.back().per_hour.usd);
  return fmt::format("{}{}, {} {}", usual.provider, among, usual.per_hour.source, usual.per_hour.date);
}

std::optional<RentOffer> offer(RentTerms terms, const std::optional<double>& given,
                               const std::string& accelerator, const Catalogue& catalogue,
                               PriceNotes& notes) {
  if (given) return RentOffer{terms, *given, 0, "scenario", 0, {}};
  const auto usual = catalogue.usual_rent(accelerator, terms);
  if (!usual) return std::nullopt;
  const Price& price = usual->per_hour;
  notes.judge(fmt::format("renting {} {}", accelerator, to_string(terms)), price.date, price.recalled);
  return RentOffer{terms,
                   price.usd / units::hour,
                   usual->commitment_seconds,
                   origin(*usual, catalogue.offers(accelerator, terms)),
                   0,
                   {}};
}

// What is paid per second of the calendar: a reservation is paid for whether used or not.
double calendar_usd(const RentOffer& offer, long accelerators, double utilisation) {
  const double paid = offer.terms == RentTerms::reserved ? 1 : utilisation;
  return offer.usd_per_accelerator_second * static_cast<double>(accelerators) * paid;
}

}  // namespace

void add_rents(const std::string& accelerator_id, long accelerators, const EconomicsOptions& options,
               const Catalogue& catalogue, PriceNotes& notes, CostReport& report) {
  const auto add = [&](RentTerms terms, const std::optional<double>& given) {
    auto found = offer(terms, given, accelerator_id, catalogue, notes);
    if (!found) return;
    if (terms == RentTerms::reserved && options.reserved_seconds)
      found->commitment_seconds = *options.reserved_seconds;
    found->run_usd = Money::from_usd(calendar_usd(*found, accelerators, report.utilisation) *
                                     report.run_seconds / report.utilisation)
                         .usd();
    report.rents.push_back(std::move(*found));
  };
  add(RentTerms::on_demand, options.rent_usd_per_accelerator_second);
  add(RentTerms::reserved, options.reserved_usd_per_accelerator_second);
  add(RentTerms::spot, options.spot_usd_per_accelerator_second);
  for (const RentOffer& offer : report.rents) {
    if (offer.terms == RentTerms::spot) notes.say("spot: work lost to interruptions is not counted");
    if (offer.terms != RentTerms::on_demand) continue;
    report.rent_usd_per_accelerator_second = offer.usd_per_accelerator_second;
    report.run_rented_usd = offer.run_usd;
  }
  if (report.rent_usd_per_accelerator_second == 0)
    notes.say(fmt::format("no rent is known for {} on demand", accelerator_id));
}

void add_break_even(const Owner& owner, long accelerators, CostReport& report) {
  for (RentOffer& offer : report.rents) {
    const double rented = calendar_usd(offer, accelerators, report.utilisation);
    offer.break_even_seconds = owner.break_even_seconds(rented, report.utilisation);
    if (offer.terms == RentTerms::on_demand) report.break_even_seconds = offer.break_even_seconds;
  }
  UseTable& use = report.use;
  constexpr int tenths = 10, most_years = 5;
  for (int year = 1; year <= most_years; ++year) use.horizons_seconds.push_back(year * units::year);
  for (int tenth = 1; tenth <= tenths; ++tenth) {
    const double utilisation = static_cast<double>(tenth) / tenths;
    use.utilisations.push_back(utilisation);
    auto& row = use.owned_usd_per_accelerator_second.emplace_back();
    for (const double horizon : use.horizons_seconds)
      row.push_back(owner.usd_per_second(utilisation, horizon) / utilisation /
                    static_cast<double>(accelerators));
  }
  const double on_demand = report.rent_usd_per_accelerator_second * static_cast<double>(accelerators);
  for (const double horizon : use.horizons_seconds)
    use.break_even_utilisation.push_back(owner.break_even_utilisation(on_demand, horizon));
}

}  // namespace headroom::models
