// SPDX-License-Identifier: Apache-2.0
// NICs, switches and cables, and the choice of the cheapest that does the job.
#include <limits>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/price_of.hpp"

namespace headroom::models {
namespace {

constexpr double equal_rate = 0.99;  // names of speeds are rounded: 31 and 31.5 GB/s are one PCIe generation
constexpr double no_price = std::numeric_limits<double>::infinity();

bool speaks(bool infiniband, bool ethernet, topologies::Transport transport) {
  return transport == topologies::Transport::infiniband ? infiniband : ethernet;
}

double usd_of(const std::optional<Price>& price) {
  return price ? price->usd : no_price;
}

std::optional<Price> listed_or(const Catalogue& catalogue, const Record& facts) {
  const auto listed = catalogue.listed_price(facts.id());
  return listed ? listed : price_of(facts, "price_usd");
}

// The first of the cheapest among `ids` that `fits`.
template <class Get, class Fits, class Usd>
auto cheapest(const std::vector<std::string>& ids, Get get, Fits fits, Usd usd) {
  std::optional<decltype(get(ids.front()))> best;
  for (const auto& id : ids) {
    auto candidate = get(id);
    if (fits(candidate) && (!best || usd(candidate) < usd(*best))) best = std::move(candidate);
  }
  return best;
}

}  // namespace

NicRecord Catalogue::nic(std::string_view id) const {
  const Record& facts = record("nic", id);
  const std::string& fabrics = facts.text("fabrics");
  NicRecord out;
  out.id = facts.id();
  out.name = facts.text("name");
  out.infiniband = fabrics.find("infiniband") != fabrics.npos;
  out.ethernet = fabrics.find("ethernet") != fabrics.npos;
  out.bytes_per_second = facts.number("bytes_per_second");
  out.power_watts = facts.maybe_number("power_watts");
  out.price = listed_or(*this, facts);
  return out;
}

SwitchRecord Catalogue::network_switch(std::string_view id) const {
  const Record& facts = record("switch", id);
  SwitchRecord out;
  out.id = facts.id();
  out.name = facts.text("name");
  out.infiniband = facts.text("transport") == "infiniband";
  out.ports = facts.integer("ports");
  out.bytes_per_second = facts.number("bytes_per_second");
  out.power_watts = facts.maybe_number("power_watts");
  out.typical_watts = facts.maybe_number("typical_watts");
  out.latency_seconds = facts.maybe_number("latency_seconds");
  out.price = listed_or(*this, facts);
  return out;
}

CableRecord Catalogue::cable(std::string_view id) const {
  const Record& facts = record("cable", id);
  CableRecord out;
  out.id = facts.id();
  out.name = facts.text("name");
  out.medium = facts.text("medium");
  out.bytes_per_second = facts.number("bytes_per_second");
  out.reach_metres = facts.number("reach_metres");
  const bool transceivers = facts.find("transceiver_usd") != nullptr;
  const Fact& price = facts.fact(transceivers ? "transceiver_usd" : "base_usd");
  out.base_usd = facts.number(price.key);
  if (transceivers) out.base_usd = 2 * out.base_usd + facts.number("fibre_base_usd");
  out.usd_per_metre = facts.number(transceivers ? "fibre_usd_per_metre" : "usd_per_metre");
  out.end_watts = facts.maybe_number("end_watts").value_or(0);
  out.source = price.source;
  out.date = price.date;
  out.recalled = price.recalled();
  if (const auto listed = listed_price(id)) {
    out.base_usd = listed->usd;
    out.usd_per_metre = 0;
    out.source = listed->source;
    out.date = listed->date;
    out.recalled = listed->recalled;
  }
  return out;
}

std::optional<SwitchRecord> Catalogue::switch_for(topologies::Transport transport, int ports,
                                                  double bytes_per_second) const {
  std::vector<std::string> complete;  // announced switches lack ports or rate
  for (const auto& r : table("switch").records)
    if (r.find("ports") != nullptr && r.find("bytes_per_second") != nullptr) complete.push_back(r.id());
  return cheapest(
      complete, [&](const std::string& id) { return network_switch(id); },
      [&](const SwitchRecord& s) {
        return speaks(s.infiniband, !s.infiniband, transport) && s.ports >= ports &&
               s.bytes_per_second >= bytes_per_second * equal_rate;
      },
      [](const SwitchRecord& s) { return usd_of(s.price); });
}

std::optional<NicRecord> Catalogue::nic_for(topologies::Transport transport, double bytes_per_second) const {
  return cheapest(
      list("nic"), [&](const std::string& id) { return nic(id); },
      [&](const NicRecord& n) {
        return speaks(n.infiniband, n.ethernet, transport) &&
               n.bytes_per_second >= bytes_per_second * equal_rate;
      },
      [](const NicRecord& n) { return usd_of(n.price); });
}

std::optional<CableRecord> Catalogue::cable_for(double bytes_per_second, double metres) const {
  std::vector<std::string> sold;
  for (const auto& r : table("cable").records)
    if (r.find("reach_metres") != nullptr) sold.push_back(r.id());
  return cheapest(
      sold, [&](const std::string& id) { return cable(id); },
      [&](const CableRecord& c) {
        return c.bytes_per_second >= bytes_per_second * equal_rate && c.reach_metres >= metres;
      },
      [&](const CableRecord& c) { return c.base_usd + c.usd_per_metre * metres; });
}

}  // namespace headroom::models
