// SPDX-License-Identifier: Apache-2.0
// What is bought, owned or rented, and on which terms. "The catalogue's": headroom catalogue show default.
#include <array>

#include "scenarios/language/field_table.hpp"

namespace headroom::scenarios {
namespace {

constexpr double dearest = 1e9;                       // USD for one thing
constexpr double most_storage = 1152921504606846976;  // 1 EiB
constexpr double dearest_space = 1e3 / (730 * hour);  // 1,000,000 USD/kW/month
constexpr double dearest_hour = 1e5 / hour, dearest_year = 1e9 / year;

constexpr auto table = std::to_array<Field>({
    quantity(Kind::money, "economics.server_price", "", 0, dearest,
             "One server with its accelerators and NICs. Default: the catalogue's"),
    quantity(Kind::bytes, "economics.storage", R"("0 B")", 0, most_storage,
             "Shared storage to buy, at the catalogue's price of a byte"),
    number("economics.spares", "0", 0, 1, "Spare servers over servers, rounded up"),
    quantity(Kind::power, "economics.rack_power", "", 100, 1e7,
             "What one rack may draw: servers count at their maximum. Default: racks are not counted"),
    quantity(Kind::money, "economics.rack_price", "", 0, dearest, "One rack; needs rack_power"),
    number("economics.integration", "0", 0, 1, "Assembly and commissioning over the price of all parts"),

    number("economics.utilisation", "1", 0.001, 1,
           "Share of its life in which the cluster works: a run bears idle time too"),
    quantity(Kind::energy_price, "economics.electricity", "", 0, 100 / joules_per_kwh,
             "At the meter. Default: the catalogue's"),
    number("economics.pue", "", 1, 10,
           "Power at the meter over power of the machines. Default: the catalogue's"),
    quantity(Kind::seconds, "economics.depreciation", "", hour, 100 * year,
             "Life of the machines. Default: the catalogue's"),
    number("economics.residual", "0", 0, 1, "What the machines fetch when given up, over their purchase"),
    number("economics.cost_of_capital", "", 0, 1, "Interest a year. Default: the catalogue's"),
    quantity(Kind::space_price, "economics.space", "", 0, dearest_space,
             "Colocation, of peak power, without energy. Default: the catalogue's"),
    number("economics.maintenance", "", 0, 1, "Of the purchase, a year. Default: the catalogue's"),
    number("economics.engineers", "0", 0, most, "Who run the cluster; parts of one are allowed"),
    quantity(Kind::rent, "economics.engineer_cost", "", 0, dearest_year,
             "Of one engineer. Default: the catalogue's"),
    quantity(Kind::rent, "economics.software", R"("0 USD/year")", 0, dearest_year,
             "Licences and support, per accelerator"),

    quantity(Kind::rent, "economics.rent", "", 0, dearest_hour,
             "On demand, per accelerator. Default: the median of the catalogue's offers"),
    quantity(Kind::rent, "economics.reserved_rent", "", 0, dearest_hour,
             "Reserved, per accelerator. Default: the median of the catalogue's offers"),
    quantity(Kind::seconds, "economics.commitment", "", hour, 100 * year,
             "How long a reservation is paid for. Default: the offer's"),
    quantity(Kind::rent, "economics.spot_rent", "", 0, dearest_hour,
             "Spot, per accelerator. Default: the median of the catalogue's offers"),
    quantity(Kind::money, "economics.price_per_million", "", 0, dearest,
             "What a service charges for a million tokens (or images), to compare with owning"),

    named(Kind::region, "economics.region", "Whose grid the energy comes from, for CO2"),
    quantity(Kind::carbon_intensity, "economics.carbon", "", 0, 10 / joules_per_kwh,
             "CO2 of electricity. Default: that of the region"),
});

}  // namespace

std::span<const Field> economics_fields() {
  return table;
}

}  // namespace headroom::scenarios
