// SPDX-License-Identifier: Apache-2.0
// A server of the catalogue as topologies::ServerDescription, from facts about the server, its host
// processors, its PCIe generation and its accelerators.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "models/catalogue/catalogue.hpp"
#include "models/catalogue/price_of.hpp"
#include "models/catalogue/print_value.hpp"
#include "sim/error.hpp"

namespace headroom::models {
namespace {

using topologies::MeshLink;
using topologies::NicPlacement;
using topologies::ScaleUp;
using topologies::ServerDescription;

template <class Enum>
struct Named {
  std::string_view name;
  Enum value;
};
constexpr auto scale_ups = std::to_array<Named<ScaleUp>>({{"none", ScaleUp::none},
                                                          {"bridged_pairs", ScaleUp::bridged_pairs},
                                                          {"mesh", ScaleUp::mesh},
                                                          {"full_mesh", ScaleUp::full_mesh},
                                                          {"switched", ScaleUp::switched}});
constexpr auto placements = std::to_array<Named<NicPlacement>>(
    {{"pix", NicPlacement::pix}, {"node", NicPlacement::node}, {"sys", NicPlacement::sys}});

template <class Table>
auto enum_of(const Record& server, std::string_view key, const Table& table) {
  const std::string& text = server.text(key);
  for (const auto& named : table)
    if (named.name == text) return named.value;
  throw bad_input(fmt::format("server {}: {} of the catalogue is \"{}\", which Headroom cannot build",
                              server.id(), key, text));
}

// "0-1 0-3:2": accelerators 0 and 1 by one link, 0 and 3 by two.
std::vector<MeshLink> mesh_of(const Record& server) {
  const double one_link = server.number("mesh_link_bytes_per_second");
  const std::string& text = server.text("mesh");
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](char before) {
    int value = 0;
    if (before != '\0' && (at == end || *at++ != before)) at = end + 1;
    const auto [next, error] =
        at > end ? std::from_chars_result{end, std::errc::invalid_argument} : std::from_chars(at, end, value);
    if (error != std::errc{})
      throw bad_input(
          fmt::format("server {}: mesh of the catalogue must read like \"0-1 0-3:2\"", server.id()));
    at = next;
    return value;
  };
  std::vector<MeshLink> out;
  while (at != end) {
    const int a = number(out.empty() ? '\0' : ' ');
    const int b = number('-');
    const int links = at != end && *at == ':' ? number(':') : 1;
    out.push_back({a, b, links * one_link});
  }
  return out;
}

void add_host(const Catalogue& catalogue, const Record& server, const Accelerator& accelerator,
              ServerDescription& out) {
  out.accelerators = server.integer("accelerators");
  out.sockets = server.integer("sockets");
  out.accelerators_per_pcie_switch = server.integer("accelerators_per_pcie_switch");
  // A slot and a card run at the older one's generation.
  const int slot = server.integer("pcie_generation");
  const int generation =
      accelerator.pcie_generation == 0 ? slot : std::min(slot, accelerator.pcie_generation);
  const Record& pcie = catalogue.record("link", fmt::format("pcie_{}", generation));
  out.pcie_bytes_per_second =
      server.maybe_number("pcie_bytes_per_second").value_or(pcie.number("bytes_per_second"));
  out.pcie_latency_seconds = pcie.number("hop_latency_seconds");
  out.pcie_peer_to_peer = accelerator.peer_to_peer;
  const Record& host = catalogue.record("host", server.text("host"));
  out.socket_bytes_per_second = host.number("socket_bytes_per_second");
  out.socket_latency_seconds = host.number("socket_latency_seconds");
  out.host_memory_bytes_per_second = host.number("staging_bytes_per_second");
  out.host_memory_bytes = server.maybe_number("host_memory_bytes").value_or(0);
}

void add_scale_up(const Catalogue& catalogue, const Record& server, const Accelerator& accelerator,
                  ServerDescription& out) {
  out.scale_up = enum_of(server, "scale_up", scale_ups);
  if (out.scale_up == ScaleUp::none) return;
  // Every generation of NVLink and xGMI stands with the same published latency.
  out.scale_up_latency_seconds = catalogue.number("link", "nvlink4", "latency_seconds");
  if (out.scale_up == ScaleUp::mesh) out.mesh_links = mesh_of(server);
  out.scale_up_bytes_per_second = accelerator.scale_up_bytes_per_second;
  if (out.scale_up_bytes_per_second <= 0)
    throw bad_input(
        fmt::format("server {} joins its accelerators directly, and {} has no link for that (it has PCIe)",
                    server.id(), accelerator.id));
}

void add_nics(const Catalogue& catalogue, const Record& server, ServerRecord& out) {
  auto& description = out.description;
  description.nics = server.integer("nics");
  out.nic_id = server.maybe_text("nic");
  description.nic_bytes_per_second =
      out.nic_id.empty() ? server.number("nic_bytes_per_second") : catalogue.nic(out.nic_id).bytes_per_second;
  description.nic_placement = enum_of(server, "nic_placement", placements);
  // GeForce drivers offer no GPUDirect RDMA either.
  description.gpudirect = server.maybe_flag("gpudirect").value_or(true) && out.accelerator.peer_to_peer;
}

void add_price_and_power(const Catalogue& catalogue, const Record& server, ServerRecord& out) {
  const int count = out.description.accelerators;
  const auto listed = catalogue.listed_price(server.id());
  out.price = listed ? listed : price_of(server, "price_usd");
  out.price_includes_nics = out.price && server.maybe_flag("price_includes_nics").value_or(false);
  if (!listed) out.host_price = price_of(server, "host_usd");
  const auto card = catalogue.listed_price(out.accelerator.id);
  if (!out.price && out.host_price && card)
    out.price =
        Price{out.host_price->usd + count * card->usd, out.host_price->source + '+' + card->source,
              std::min(out.host_price->date, card->date), fmt::format("host and {} accelerators", count),
              out.host_price->recalled || card->recalled};
  out.power_watts = server.maybe_number("power_watts");
  const auto host_watts = server.maybe_number("host_watts");
  if (!out.power_watts && host_watts && out.accelerator.power_watts > 0)
    out.power_watts = *host_watts + count * out.accelerator.power_watts;
  out.idle_watts = server.maybe_number("idle_watts");
  out.rack_units = server.maybe_number("rack_units");
  out.accelerators_per_tray = static_cast<int>(server.maybe_number("accelerators_per_tray").value_or(0));
}

std::vector<std::string> assumptions_of(const Record& server) {
  std::vector<std::string> out;
  for (const auto* key : {"accelerators", "sockets", "host", "pcie_generation",
                          "accelerators_per_pcie_switch", "scale_up", "mesh", "nics", "nic", "nic_placement"})
    if (const Fact* fact = server.find(key); fact != nullptr && fact->recalled())
      out.push_back(fmt::format("{} {} ({})", key, print_value(*fact), fact->source));
  return out;
}

std::string accelerator_for(const Record& server, std::string_view asked) {
  const std::string& fixed = server.text("accelerator");
  const bool open = fixed == "any";
  if (open && asked.empty())
    throw bad_input(fmt::format("server {} takes any accelerator: name one", server.id()));
  if (!open && !asked.empty() && asked != fixed)
    throw bad_input(fmt::format("server {} carries {}, found accelerator \"{}\"", server.id(), fixed, asked));
  return open ? std::string(asked) : fixed;
}

}  // namespace

double ServerRecord::share_bought(int accelerators) const {
  if (accelerators_per_tray == 0) return 1;
  const int trays = (accelerators + accelerators_per_tray - 1) / accelerators_per_tray;
  return static_cast<double>(trays * accelerators_per_tray) / description.accelerators;
}

ServerRecord Catalogue::server(std::string_view id, std::string_view accelerator_id) const {
  const Record& facts = record("server", id);
  ServerRecord out;
  out.id = facts.id();
  out.name = facts.text("name");
  out.note = facts.maybe_text("note");
  out.accelerator = accelerator(accelerator_for(facts, accelerator_id));
  out.description.name = facts.id();
  add_host(*this, facts, out.accelerator, out.description);
  add_scale_up(*this, facts, out.accelerator, out.description);
  add_nics(*this, facts, out);
  add_price_and_power(*this, facts, out);
  out.assumptions = assumptions_of(facts);
  return out;
}

}  // namespace headroom::models
