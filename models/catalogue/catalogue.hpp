// SPDX-License-Identifier: Apache-2.0
// The facts that Headroom knows: devices, machines, networks, prices, models; each with source and date.
//
//   const auto& facts = Catalogue::built_in();
//   const Accelerator h100 = facts.accelerator("h100_sxm");
//   const ServerRecord box = facts.server("pcie_box_8", "l40s");
//
// Unknown names are refused with near ones, missing facts by name. A range counts as its middle.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/catalogue/facts.hpp"
#include "models/catalogue/records.hpp"

namespace headroom::models {

class Catalogue {
 public:
  // The facts compiled into the library. Files are parsed when first asked for; safe to use from several
  // threads.
  [[nodiscard]] static const Catalogue& built_in();
  // The built-in facts under those of a user's folder: its files are named as in models/catalogue/data, and a
  // record there replaces the built-in one of the same id. Throws Error(bad_input) for a missing folder or a
  // wrong file.
  [[nodiscard]] static Catalogue load(const std::string& folder);

  [[nodiscard]] Accelerator accelerator(std::string_view id) const;
  // `accelerator_id` fills a server that takes any; for others it must be empty or what the server carries.
  [[nodiscard]] ServerRecord server(std::string_view id, std::string_view accelerator_id = {}) const;
  [[nodiscard]] NicRecord nic(std::string_view id) const;
  [[nodiscard]] SwitchRecord network_switch(std::string_view id) const;
  [[nodiscard]] CableRecord cable(std::string_view id) const;
  [[nodiscard]] ModelRecord model(std::string_view id) const;

  // What the price list (prices.json) says of a part; empty: nothing. Accelerators have their prices there;
  // of servers, NICs, switches and cables a list of the user's own goes before the price in their records.
  [[nodiscard]] std::optional<Price> listed_price(std::string_view part_id) const;
  // Every rent known for an accelerator, in the order of the file; those offered on these terms, the cheapest
  // first; and the median of these.
  [[nodiscard]] std::vector<Rent> rents(std::string_view accelerator_id) const;
  [[nodiscard]] std::vector<Rent> offers(std::string_view accelerator_id, RentTerms terms) const;
  [[nodiscard]] std::optional<Rent> usual_rent(std::string_view accelerator_id,
                                               RentTerms terms = RentTerms::on_demand) const;

  // The cheapest part that does the job (a part without a price only where none has one); empty: none does.
  // Rates within 1 % count as equal. `transport`: InfiniBand parts or Ethernet parts.
  [[nodiscard]] std::optional<SwitchRecord> switch_for(topologies::Transport transport, int ports,
                                                       double bytes_per_second) const;
  [[nodiscard]] std::optional<NicRecord> nic_for(topologies::Transport transport,
                                                 double bytes_per_second) const;
  [[nodiscard]] std::optional<CableRecord> cable_for(double bytes_per_second, double metres) const;

  // A single number, for example ("economics", "default", "pue") or ("link", "fibre", "seconds_per_metre").
  [[nodiscard]] double number(std::string_view kind, std::string_view id, std::string_view key) const;
  [[nodiscard]] const Record& record(std::string_view kind, std::string_view id) const;

  // "accelerator", "server", "nic", "switch", "cable", "link", "host", "price", "rent", "economics",
  // "region", "model".
  [[nodiscard]] static std::vector<std::string> kinds();
  [[nodiscard]] std::vector<std::string> list(std::string_view kind) const;  // ids
  // Every fact of a record with its source and date; without a kind, of all records that have the id.
  [[nodiscard]] std::string show(std::string_view kind, std::string_view id) const;
  [[nodiscard]] std::string show(std::string_view id) const;

  // "2026-12-01": the day from which the age of prices counts.
  [[nodiscard]] std::string date() const;

 private:
  struct Files;
  explicit Catalogue(std::shared_ptr<const Files> files) : files_(std::move(files)) {}
  [[nodiscard]] const Table& table(std::string_view kind) const;

  std::shared_ptr<const Files> files_;
};

}  // namespace headroom::models
