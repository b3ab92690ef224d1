// SPDX-License-Identifier: Apache-2.0
// What accelerators cost to buy and to rent.
#include <algorithm>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/price_of.hpp"
#include "models/catalogue/unit_tables.hpp"

namespace headroom::models {

const char* to_string(RentTerms terms) {
  switch (terms) {
    case RentTerms::on_demand:
      return "on demand";
    case RentTerms::reserved:
      return "reserved";
    case RentTerms::spot:
      return "spot";
  }
  return "";
}

std::optional<Price> Catalogue::listed_price(std::string_view part_id) const {
  const Record* found = table("price").find(part_id);
  return found == nullptr ? std::nullopt : price_of(*found, "price_usd");
}

std::vector<Rent> Catalogue::rents(std::string_view accelerator_id) const {
  std::vector<Rent> out;
  for (const auto& r : table("rent").records) {
    if (r.text("accelerator") != accelerator_id) continue;
    const Fact& rent = r.fact("usd_per_hour");
    out.push_back({r.id(), r.text("provider"), r.text("accelerator"), r.text("terms"),
                   Price{r.number("usd_per_hour"), rent.source, rent.date, rent.note, rent.recalled()},
                   r.maybe_number("commitment_years").value_or(0) * units::year});
  }
  return out;
}

std::vector<Rent> Catalogue::offers(std::string_view accelerator_id, RentTerms terms) const {
  std::vector<Rent> offers = rents(accelerator_id);
  // Offers on demand are many; what is said of the market as a whole would count them twice.
  std::erase_if(offers, [&](const Rent& r) {
    return r.terms != to_string(terms) || (terms == RentTerms::on_demand && r.provider == "market");
  });
  std::stable_sort(offers.begin(), offers.end(),
                   [](const Rent& a, const Rent& b) { return a.per_hour.usd < b.per_hour.usd; });
  return offers;
}

std::optional<Rent> Catalogue::usual_rent(std::string_view accelerator_id, RentTerms terms) const {
  const std::vector<Rent> offers = this->offers(accelerator_id, terms);
  if (offers.empty()) return std::nullopt;
  return offers[(offers.size() - 1) / 2];  // the lower one of two middles, so that it is an offer that exists
}

}  // namespace headroom::models
