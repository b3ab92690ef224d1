// SPDX-License-Identifier: Apache-2.0
// Clusters to be priced, and words to ask of a report.
#pragma once
#include <cmath>
#include <string>

#include "models/catalogue/unit_tables.hpp"
#include "models/economics/cost.hpp"

namespace headroom::models::testing {

constexpr double hour = units::hour, year = units::year, month = units::month;

struct Priced {
  CostQuestion question;
  [[nodiscard]] CostReport cost(double busy, double seconds, const EconomicsOptions& options = {}) const {
    CostQuestion asked = question;
    asked.busy_fraction = busy;
    asked.run_seconds = seconds;
    return cost_of(asked, options);
  }
};

// Servers on one tier of switches with 64 ports of the NICs' speed, NICs cabled in the rack.
inline Priced cluster(const std::string& id, long servers, long switches = 0,
                      const std::string& accelerator = "") {
  using namespace topologies;
  const ServerRecord record = Catalogue::built_in().server(id, accelerator);
  CostQuestion q;
  q.server_id = id;
  q.accelerator = record.accelerator;
  q.server = record.description;
  q.bill.servers = servers;
  q.bill.accelerators = servers * q.server.accelerators;
  q.bill.nics = servers * q.server.nics;
  if (switches > 0) {
    q.bill.switches = {{"leaf", 64, switches, q.bill.nics}};
    q.bill.cables = {{"server to leaf", CableClass::in_rack, q.server.nic_bytes_per_second, q.bill.nics}};
    q.fabric.kind = FabricKind::single_switch;
    q.fabric.link_bytes_per_second = q.server.nic_bytes_per_second;
    q.fabric.switch_ports = 64;
  }
  return {q};
}

// Everything that a purchase can have, nothing left to the catalogue that changes with it.
inline EconomicsOptions plain_terms() {
  EconomicsOptions o;
  o.server_usd = 876000;  // 5 years have 43,800 hours: 20 USD/h
  o.electricity_usd_per_joule = 0.1 / units::kilowatt_hour;
  o.pue = 1.5;
  o.depreciation_seconds = 5 * year;
  o.cost_of_capital = 0;
  o.space_usd_per_watt_second = 0;
  o.maintenance_fraction = 0;
  o.rent_usd_per_accelerator_second = 5 / hour;
  return o;
}

inline bool says(const CostReport& report, const std::string& words) {
  for (const auto& note : report.notes)
    if (note.find(words) != note.npos) return true;
  return false;
}

inline const OwnershipLine* owning(const CostReport& report, const std::string& part) {
  for (const auto& line : report.ownership)
    if (line.part == part) return &line;
  return nullptr;
}

inline const CostLine* bought(const CostReport& report, const std::string& part) {
  for (const auto& line : report.capex)
    if (line.part.rfind(part, 0) == 0) return &line;
  return nullptr;
}

inline long cents(double usd) {
  return std::lround(usd * 100);
}

}  // namespace headroom::models::testing
