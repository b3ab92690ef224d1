// SPDX-License-Identifier: Apache-2.0
#include "models/economics/capex.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/catalogue/units.hpp"

namespace headroom::models {
namespace {

using topologies::CableClass;

// The lengths of the classes of topologies/bill_of_materials.hpp.
double metres_of(CableClass length) {
  switch (length) {
    case CableClass::in_rack:
      return 3;
    case CableClass::row:
      return 30;
    case CableClass::hall:
      return 100;
  }
  return 0;
}

std::string origin(const Price& price) {
  return price.date.empty() ? price.source : price.source + ' ' + price.date;
}

// What one server costs, and which of its parts are in that.
struct ServerPrice {
  Price price;
  long accelerators = 0, nics = 0;
};

class Builder {
 public:
  Builder(const Purchase& purchase, PriceNotes& notes) : p_(purchase), notes_(notes) {}

  Capex build(const EconomicsOptions& options, const std::optional<RackPlan>& racks) {
    add_servers(options);
    for (const auto& tier : p_.bill.switches) add_switches(tier);
    for (const auto& cables : p_.bill.cables) add_cables(cables);
    add_storage(options.storage_bytes);
    if (options.rack_usd && racks)
      add(CostKind::other, "racks", racks->racks(), Money::from_price(*options.rack_usd), "scenario");
    if (options.integration_fraction > 0)
      add(CostKind::other, "integration", 1,
          Money::from_price(out_.total.usd() * options.integration_fraction), "scenario");
    return std::move(out_);
  }

 private:
  void add(CostKind kind, std::string part, long count, Money unit, std::string source) {
    const Money all = unit * count;
    out_.lines.push_back({std::move(part), kind, count, unit.usd(), all.usd(), std::move(source)});
    out_.total += all;
    if (kind == CostKind::network) out_.network += all;
  }

  void lacks(const std::string& part) {
    notes_.say("no price is known for " + part);
    out_.complete = false;
  }

  [[nodiscard]] long accelerators_per_server() const {
    return p_.bill.servers > 0 ? p_.bill.accelerators / p_.bill.servers : 0;
  }

  // One NIC as the server carries it: the catalogue's where it is that one, else the cheapest of the rate.
  [[nodiscard]] std::optional<NicRecord> nic() const {
    if (p_.record && !p_.record->nic_id.empty() &&
        p_.record->description.nic_bytes_per_second == p_.server.nic_bytes_per_second)
      return p_.catalogue.nic(p_.record->nic_id);
    return p_.catalogue.nic_for(p_.fabric.transport, p_.server.nic_bytes_per_second);
  }

  std::optional<ServerPrice> server_price(std::optional<double> given, const std::optional<Price>& card) {
    const long cards = accelerators_per_server();
    if (given) return ServerPrice{{*given, "scenario", "", "", false}, cards, p_.server.nics};
    if (!p_.record) return cards_alone("the server is not of the catalogue", card);
    const auto& record = *p_.record;
    if (record.host_price) {
      if (!card) return std::nullopt;
      notes_.judge(record.id + " without accelerators", record.host_price->date, record.host_price->recalled);
      Price whole = *record.host_price;
      whole.usd += static_cast<double>(cards) * card->usd;
      return ServerPrice{whole, cards, 0};
    }
    if (!record.price) return cards_alone("the catalogue has no price of " + record.id, card);
    notes_.judge(record.id, record.price->date, record.price->recalled);
    return record.description.accelerators == cards ? ServerPrice{*record.price, cards, nics_in_price(1)}
                                                    : partly_filled(card);
  }

  [[nodiscard]] int nics_in_price(double share) const {
    if (!p_.record->price_includes_nics) return 0;
    return static_cast<int>(std::lround(share * p_.record->description.nics));
  }

  // Of a rack its trays; of a server the whole, less the accelerators that are not in it.
  ServerPrice partly_filled(const std::optional<Price>& card) {
    const auto& record = *p_.record;
    const long cards = accelerators_per_server(), all = record.description.accelerators;
    Price price = *record.price;
    if (record.accelerators_per_tray > 0) {
      const double share = record.share_bought(static_cast<int>(cards));
      price.usd *= share;
      notes_.say(fmt::format("{}: {} of {} accelerators, priced by their share of its trays", record.id,
                             cards, all));
      return {price, cards, nics_in_price(share)};
    }
    const double missing = card ? static_cast<double>(all - cards) * card->usd : 0;
    if (missing <= 0 || missing >= price.usd) {
      notes_.say(fmt::format("the price of {} is that of {} accelerators", record.id, all));
      return {price, all, nics_in_price(1)};
    }
    price.usd -= missing;
    notes_.say(
        fmt::format("{}: {} of {} accelerators, the others taken out at their price", record.id, cards, all));
    return {price, cards, nics_in_price(1)};
  }

  std::optional<ServerPrice> cards_alone(const std::string& why, const std::optional<Price>& card) {
    if (!card) return std::nullopt;
    notes_.say(why + ": only its accelerators are counted");
    out_.complete = false;
    const long cards = accelerators_per_server();
    Price all = *card;
    all.usd = static_cast<double>(cards) * card->usd;
    return ServerPrice{all, cards, 0};
  }

  void add_servers(const EconomicsOptions& options) {
    const auto card = p_.catalogue.listed_price(p_.accelerator.id);
    const auto port = nic();
    const auto server = server_price(options.server_usd, card);
    if (!server) {
      notes_.say(fmt::format("no price is known for the servers or their {}: capex leaves them out",
                             p_.accelerator.id));
      out_.complete = false;
    } else {
      out_.servers_priced = true;
      split(*server, card, port);
    }
    const bool paid_with_server = server && server->nics > 0 && !(port && port->price);
    if (p_.bill.nics > 0 && !paid_with_server) add_nics(port);
    if (server && options.spare_fraction > 0) add_spares(*server, port, options.spare_fraction);
  }

  // Accelerators and NICs at their own prices, the server at what is left of its price.
  void split(const ServerPrice& server, const std::optional<Price>& card,
             const std::optional<NicRecord>& port) {
    Money rest = Money::from_price(server.price.usd);
    if (server.nics > 0 && port && port->price && p_.bill.nics > 0) {
      rest = rest - Money::from_price(port->price->usd) * server.nics;
      notes_.say("the price of the servers includes their NICs: these are taken out and counted as network");
    }
    const bool same = card && server.accelerators == accelerators_per_server();
    const Money cards = same ? Money::from_price(card->usd) * server.accelerators : Money();
    if (!same || (rest - cards).usd() < 0) {
      add(CostKind::whole_servers, "servers with their accelerators", p_.bill.servers, rest,
          origin(server.price));
      return;
    }
    notes_.judge(p_.accelerator.id, card->date, card->recalled);
    add(CostKind::accelerators, "accelerators, " + p_.accelerator.id, p_.bill.accelerators,
        Money::from_price(card->usd), origin(*card));
    rest = rest - cards;
    if (rest.usd() > 0)
      add(CostKind::servers, "servers without accelerators and NICs", p_.bill.servers, rest,
          origin(server.price));
  }

  // Whole servers, rounded up.
  void add_spares(const ServerPrice& server, const std::optional<NicRecord>& port, double fraction) {
    Money each = Money::from_price(server.price.usd);
    if (server.nics == 0 && port && port->price) each += Money::from_price(port->price->usd) * p_.server.nics;
    const auto spares = static_cast<long>(std::ceil(static_cast<double>(p_.bill.servers) * fraction));
    add(CostKind::other, "spare servers", spares, each, origin(server.price));
  }

  void add_nics(const std::optional<NicRecord>& card) {
    if (!card || !card->price)
      return lacks("NICs of " + print_network_bandwidth(p_.server.nic_bytes_per_second));
    notes_.judge("NIC " + card->id, card->price->date, card->price->recalled);
    add(CostKind::network, "NICs, " + card->id, p_.bill.nics, Money::from_price(card->price->usd),
        origin(*card->price));
  }

  void add_storage(double bytes) {
    if (bytes <= 0) return;
    const Fact& price = p_.catalogue.record("economics", "default").fact("storage_usd_per_byte");
    notes_.judge("storage", price.date, price.recalled());
    add(CostKind::storage, "storage, " + print_decimal_bytes(bytes), 1,
        Money::from_price(bytes * p_.catalogue.number("economics", "default", price.key)), price.origin());
  }

  void add_switches(const topologies::SwitchCount& tier) {
    if (tier.count == 0) return;
    const auto found =
        p_.catalogue.switch_for(p_.fabric.transport, tier.ports, p_.fabric.link_bytes_per_second);
    const std::string part = tier.tier == "switch" ? "switches" : tier.tier + " switches";
    if (!found || !found->price) {
      return lacks(fmt::format("{} of {} ports at {}", part, tier.ports,
                               print_network_bandwidth(p_.fabric.link_bytes_per_second)));
    }
    notes_.judge("switch " + found->id, found->price->date, found->price->recalled);
    add(CostKind::network, part + ", " + found->id, tier.count, Money::from_price(found->price->usd),
        origin(*found->price));
  }

  void add_cables(const topologies::CableCount& cables) {
    if (cables.count == 0) return;
    const double metres = metres_of(cables.length);
    const auto found = p_.catalogue.cable_for(cables.bytes_per_second, metres);
    if (!found) {
      return lacks(
          fmt::format("cables of {} over {} m", print_network_bandwidth(cables.bytes_per_second), metres));
    }
    notes_.judge("cable " + found->id, found->date, found->recalled);
    add(CostKind::network, fmt::format("cables and optics, {}, {} m, {}", cables.where, metres, found->id),
        cables.count, Money::from_price(found->base_usd + metres * found->usd_per_metre),
        found->date.empty() ? found->source : found->source + ' ' + found->date);
  }

  const Purchase& p_;
  PriceNotes& notes_;
  Capex out_;
};

}  // namespace

Capex capex_of(const Purchase& purchase, const EconomicsOptions& options,
               const std::optional<RackPlan>& racks, PriceNotes& notes) {
  return Builder(purchase, notes).build(options, racks);
}

}  // namespace headroom::models
