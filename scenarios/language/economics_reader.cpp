// SPDX-License-Identifier: Apache-2.0
#include "scenarios/language/readers.hpp"

namespace headroom::scenarios {
namespace {

std::string read_region(const Values& values, const models::Catalogue& catalogue) {
  if (!values.given("economics.region")) return {};
  const std::string& region = values.text("economics.region");
  try {
    (void)catalogue.record("region", region);
  } catch (const Error& unknown) {
    throw values.at("economics.region", unknown);
  }
  return region;
}

}  // namespace

models::EconomicsOptions read_economics(const Values& values, const models::Catalogue& catalogue) {
  if (values.given("economics.rack_price") && !values.given("economics.rack_power"))
    throw values.refuse("economics.rack_price", "economics.rack_power beside it, to count the racks");
  models::EconomicsOptions out;
  out.server_usd = values.if_given("economics.server_price");
  out.rack_usd = values.if_given("economics.rack_price");
  out.storage_bytes = values.number("economics.storage");
  out.spare_fraction = values.number("economics.spares");
  out.integration_fraction = values.number("economics.integration");

  out.rack_watts = values.if_given("economics.rack_power");
  out.region = read_region(values, catalogue);
  out.co2_kg_per_joule = values.if_given("economics.carbon");

  out.electricity_usd_per_joule = values.if_given("economics.electricity");
  out.pue = values.if_given("economics.pue");
  out.depreciation_seconds = values.if_given("economics.depreciation");
  out.residual_fraction = values.number("economics.residual");
  out.cost_of_capital = values.if_given("economics.cost_of_capital");
  out.space_usd_per_watt_second = values.if_given("economics.space");
  out.maintenance_fraction = values.if_given("economics.maintenance");
  out.engineers = values.number("economics.engineers");
  out.engineer_usd_per_second = values.if_given("economics.engineer_cost");
  out.software_usd_per_accelerator_second = values.number("economics.software");
  out.utilisation = values.number("economics.utilisation");

  out.rent_usd_per_accelerator_second = values.if_given("economics.rent");
  out.reserved_usd_per_accelerator_second = values.if_given("economics.reserved_rent");
  out.reserved_seconds = values.if_given("economics.commitment");
  out.spot_usd_per_accelerator_second = values.if_given("economics.spot_rent");
  out.usd_per_million_units = values.if_given("economics.price_per_million");
  return out;
}

}  // namespace headroom::scenarios
