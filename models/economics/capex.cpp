// SPDX-License-Identifier: Apache-2.0
#include "models/economics/capex.hpp"

#include <fmt/format.h>

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

class Builder {
 public:
  Builder(const Purchase& purchase, PriceNotes& notes) : p_(purchase), notes_(notes) {}

  Capex build(std::optional<double> server_usd) {
    add_servers(server_usd);
    for (const auto& tier : p_.bill.switches) add_switches(tier);
    for (const auto& cables : p_.bill.cables) add_cables(cables);
    return std::move(out_);
  }

 private:
  void add(std::string part, long count, Money unit, bool network, std::string source) {
    const Money all = unit * count;
    out_.lines.push_back({std::move(part), count, unit.usd(), all.usd(), network, std::move(source)});
    out_.total += all;
    if (network) out_.network += all;
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

  // The price of one server, and whether NICs are in it.
  struct ServerPrice {
    Price price;
    long nics_included = 0;
  };

  std::optional<ServerPrice> server_price(std::optional<double> given) {
    if (given) return ServerPrice{{*given, "scenario", "", "", false}, p_.server.nics};
    const auto card = p_.catalogue.accelerator_price(p_.accelerator.id);
    if (!p_.record) return cards_alone("the server is not of the catalogue", card);
    const auto& record = *p_.record;
    if (record.host_price) {
      if (!card) return std::nullopt;
      const double usd = record.host_price->usd + static_cast<double>(accelerators_per_server()) * card->usd;
      notes_.judge(record.id + " without accelerators", record.host_price->date, record.host_price->recalled);
      notes_.judge(p_.accelerator.id, card->date, card->recalled);
      return ServerPrice{{usd, origin(*record.host_price) + " + " + origin(*card), "", "", false}, 0};
    }
    if (!record.price) return cards_alone("the catalogue has no price of " + record.id, card);
    if (record.description.accelerators != p_.server.accelerators)
      notes_.say(fmt::format("the price of {} is that of {} accelerators", record.id,
                             record.description.accelerators));
    notes_.judge(record.id, record.price->date, record.price->recalled);
    return ServerPrice{*record.price, record.price_includes_nics ? record.description.nics : 0};
  }

  std::optional<ServerPrice> cards_alone(const std::string& why, const std::optional<Price>& card) {
    if (!card) return std::nullopt;
    notes_.say(why + ": only its accelerators are counted");
    notes_.judge(p_.accelerator.id, card->date, card->recalled);
    Price price = *card;
    price.source = origin(*card);
    price.date.clear();
    price.usd *= static_cast<double>(accelerators_per_server());
    return ServerPrice{price, 0};
  }

  void add_servers(std::optional<double> given) {
    const auto server = server_price(given);
    const auto card = nic();
    const bool nic_priced = card && card->price && p_.bill.nics > 0;
    if (server) {
      Money unit = Money::from_price(server->price.usd);
      const bool split = server->nics_included > 0 && nic_priced;
      const Money nics = split ? Money::from_price(card->price->usd) * server->nics_included : Money();
      if (split)
        notes_.say(
            "the price of the servers includes their NICs: these are taken out and counted as network");
      add(split ? "servers, without their NICs" : "servers", p_.bill.servers, unit - nics, false,
          origin(server->price));
      if (server->nics_included > 0 && !split) return;
    } else {
      notes_.say(fmt::format("no price is known for the servers or their {}: capex leaves them out",
                             p_.accelerator.id));
    }
    if (p_.bill.nics > 0) add_nics(card);
  }

  void add_nics(const std::optional<NicRecord>& card) {
    if (!card || !card->price) {
      notes_.say(fmt::format("no price is known for NICs of {}",
                             print_network_bandwidth(p_.server.nic_bytes_per_second)));
      return;
    }
    notes_.judge("NIC " + card->id, card->price->date, card->price->recalled);
    add("NICs, " + card->id, p_.bill.nics, Money::from_price(card->price->usd), true, origin(*card->price));
  }

  void add_switches(const topologies::SwitchCount& tier) {
    if (tier.count == 0) return;
    const auto found =
        p_.catalogue.switch_for(p_.fabric.transport, tier.ports, p_.fabric.link_bytes_per_second);
    const std::string part = tier.tier == "switch" ? "switches" : tier.tier + " switches";
    if (!found || !found->price) {
      notes_.say(fmt::format("no price is known for {} of {} ports at {}", part, tier.ports,
                             print_network_bandwidth(p_.fabric.link_bytes_per_second)));
      return;
    }
    notes_.judge("switch " + found->id, found->price->date, found->price->recalled);
    add(part + ", " + found->id, tier.count, Money::from_price(found->price->usd), true,
        origin(*found->price));
  }

  void add_cables(const topologies::CableCount& cables) {
    if (cables.count == 0) return;
    const double metres = metres_of(cables.length);
    const auto found = p_.catalogue.cable_for(cables.bytes_per_second, metres);
    if (!found) {
      notes_.say(fmt::format("no price is known for cables of {} over {} m",
                             print_network_bandwidth(cables.bytes_per_second), metres));
      return;
    }
    notes_.judge("cable " + found->id, found->date, found->recalled);
    add(fmt::format("cables and optics, {}, {}", cables.where, found->id), cables.count,
        Money::from_price(found->base_usd + metres * found->usd_per_metre), true,
        found->date.empty() ? found->source : found->source + ' ' + found->date);
  }

  const Purchase& p_;
  PriceNotes& notes_;
  Capex out_;
};

}  // namespace

Capex capex_of(const Purchase& purchase, std::optional<double> server_usd, PriceNotes& notes) {
  return Builder(purchase, notes).build(server_usd);
}

}  // namespace headroom::models
