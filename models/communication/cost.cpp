// SPDX-License-Identifier: Apache-2.0
#include "models/communication/cost.hpp"

#include <algorithm>
#include <cmath>

#include "models/communication/wire.hpp"

namespace headroom::models::nccl {

namespace {

double post_seconds(const Setting& setting, Protocol protocol) {
  const Tuning& t = *setting.tuning;
  return protocol == Protocol::simple ? t.post_seconds * t.simple_post_factor : t.post_seconds;
}

// Latency of the links themselves that NCCL's tables do not hold: long cables, more switches.
double beyond_reference(const Setting& setting, const Candidate& candidate, Hop hop) {
  const auto h = static_cast<std::size_t>(hop);
  return std::max(0.0, candidate.paths.longest[h] - setting.tuning->reference_path_seconds[h]);
}

double inside_hop(const Setting& setting, const Candidate& candidate, Protocol protocol, View view) {
  const Hop hop = setting.over_scale_up ? Hop::scale_up : Hop::pcie;
  const Basis& basis = basis_of(*setting.generation, view);
  const std::size_t p = index(protocol);
  double seconds =
      setting.tuning->hop_seconds[static_cast<std::size_t>(hop)][static_cast<std::size_t>(candidate.row)][p];
  if (setting.servers > 1) seconds = std::max(seconds, post_seconds(setting, protocol));
  if (view == View::library) return seconds;
  const bool in_switch = candidate.row == Row::nvls || candidate.row == Row::nvls_tree;
  const double by_protocol = hop == Hop::scale_up ? basis.latency_factor[p] : basis.pcie_latency_factor[p];
  seconds *= in_switch ? basis.nvls_latency_factor : by_protocol;
  return seconds + beyond_reference(setting, candidate, hop);
}

// A server hands on what its switch has added up once a chunk of every channel is there. NCCL 2.30: 128 KiB a
// chunk (NCCL_NVLS_CHUNKSIZE), 16 channels for NVLS on Hopper, less where there is less to send. The first
// hop's chunk is among the bytes that are sent anyway.
double nvls_chunk_seconds(const Setting& setting, double bytes) {
  constexpr double most_chunk_bytes = 16 * 131072.0;
  const topologies::ServerDescription& server = setting.cluster->server();
  const double ranks_a_server = static_cast<double>(setting.ranks) / static_cast<double>(setting.servers);
  const double nics_a_rank = std::min(1.0, server.nics / ranks_a_server);
  const double rate = nics_a_rank * server.nic_bytes_per_second * network_of(setting).efficiency;
  return std::min(bytes / ranks_a_server, most_chunk_bytes) / rate;
}

double network_hop(const Setting& setting, const Candidate& candidate, Protocol protocol, View view) {
  // NCCL takes the tree's figure for every algorithm where each server gives one rank.
  const Row row = setting.servers == setting.ranks && candidate.row != Row::pat ? Row::tree : candidate.row;
  const double table = setting.tuning->hop_seconds[static_cast<std::size_t>(Hop::network)]
                                                  [static_cast<std::size_t>(row)][index(protocol)];
  if (view == View::library) return table;
  return table + network_of(setting).added_seconds[index(protocol)] +
         beyond_reference(setting, candidate, Hop::network);
}

// NCCL takes large rings over several servers for slower than they are, so that it prefers trees (the plateau
// rule of tuning.cc).
double plateau(const Setting& setting, const Candidate& candidate, Protocol protocol, double bytes,
               View view) {
  const bool applies =
      view == View::library && candidate.row == Row::ring && protocol == Protocol::simple &&
      setting.servers > 1 && setting.collective == Collective::all_reduce &&
      bytes / (setting.channels() * static_cast<double>(setting.ranks)) >= setting.tuning->plateau_bytes;
  return applies ? setting.generation->plateau_factor : 1;
}

double base_seconds(const Setting& setting, const Candidate& candidate, Protocol protocol, View view) {
  const Basis& basis = basis_of(*setting.generation, view);
  const std::size_t p = index(protocol);
  const double factor = setting.over_scale_up ? basis.latency_factor[p] : basis.pcie_latency_factor[p];
  return setting.tuning->base_seconds[static_cast<std::size_t>(candidate.row)][p] * factor;
}

// Sends to many peers leave one after the other, each with a post.
double point_to_point_latency(const Setting& setting, const Candidate& candidate, Protocol protocol,
                              View view) {
  double seconds = base_seconds(setting, candidate, protocol, view);
  if (candidate.hops.inside > 0) {
    seconds += inside_hop(setting, candidate, protocol, view);
    seconds += (candidate.hops.inside - 1) * basis_of(*setting.generation, view).pair_peer_seconds;
  }
  if (candidate.hops.between > 0) {
    seconds += network_hop(setting, candidate, protocol, view);
    seconds += (candidate.hops.between - 1) * (view == View::measured ? network_of(setting).peer_seconds : 0);
  }
  return seconds;
}

double latency(const Setting& setting, const Candidate& candidate, Protocol protocol, double bytes,
               View view) {
  if (candidate.row == Row::direct) return point_to_point_latency(setting, candidate, protocol, view);
  double hops = 0;
  if (candidate.hops.inside > 0)
    hops += candidate.hops.inside * inside_hop(setting, candidate, protocol, view);
  if (candidate.hops.between > 0) {
    const double hop = network_hop(setting, candidate, protocol, view);
    hops += candidate.hops.between * hop;
    if (candidate.row == Row::nvls_tree && view == View::measured)
      hops += (candidate.hops.between - 1) * std::max(0.0, nvls_chunk_seconds(setting, bytes) - hop);
  }
  return (base_seconds(setting, candidate, protocol, view) + hops) *
         plateau(setting, candidate, protocol, bytes, view);
}

// Out of place, as nccl-tests runs: every rank also copies the part that it owns from its input to its
// output.
double own_part(const Setting& setting, Row row, double bytes, View view) {
  const Collective c = setting.collective;
  const bool has_own =
      c == Collective::all_gather || c == Collective::reduce_scatter || c == Collective::all_to_all;
  if (!has_own || !setting.over_scale_up) return 0;  // next to PCIe the copy takes no time
  const Basis& basis = basis_of(*setting.generation, view);
  const double n = static_cast<double>(setting.ranks);
  // A rate of the collective is n / (n - 1) times what a rank sends.
  return (row == Row::direct ? basis.pair_own_part : basis.ring_own_part) * bytes / (n - 1);
}

// What a large transfer takes longer while its pipeline fills and its channels ramp up: as if the geometric
// mean of its bytes and so many more were added. Over a network that takes no longer than windows need to
// open. Single sends reach their rate at a few MiB and show none of it.
double ramp(const Setting& setting, Protocol protocol, double bytes, double rate, View view) {
  if (protocol != Protocol::simple || view == View::library || setting.collective == Collective::send_receive)
    return 0;
  const Basis& basis = setting.generation->measured;
  double ramp_seconds = (setting.over_scale_up ? basis.ramp_bytes : basis.pcie_ramp_bytes) / rate;
  if (setting.servers > 1) {
    const Network& network = network_of(setting);
    ramp_seconds = std::min(network.ramp_bytes / rate, network.longest_ramp_seconds);
  }
  return std::sqrt(bytes / rate * ramp_seconds);
}

}  // namespace

int Setting::channels() const {
  return over_scale_up ? generation->channels : generation->pcie_channels;
}

double Cost::seconds(double bytes, double rate) const {
  return latency + bytes / std::min(rate_cap, rate);
}

Cost cost(const Setting& setting, const Candidate& candidate, Protocol protocol, double bytes, View view) {
  Cost c;
  c.wire = wire_factors(setting, candidate.row, protocol, bytes, view);
  c.rate_cap = channel_cap(setting, candidate.row, protocol, bytes);
  c.latency = latency(setting, candidate, protocol, bytes, view);
  const double rate = std::min(c.rate_cap, candidate.loads.rate(c.wire));
  c.latency += ramp(setting, protocol, bytes, rate, view);
  c.latency += own_part(setting, candidate.row, bytes, view) / rate;
  return c;
}

std::vector<Protocol> protocols(const Setting& setting, Row row) {
  if (row == Row::nvls || row == Row::nvls_tree || row == Row::pat) return {Protocol::simple};
  std::vector<Protocol> all{Protocol::ll};
  const auto& server = setting.cluster->server();
  const bool near_nic = server.gpudirect && server.nic_placement == topologies::NicPlacement::pix;
  const bool ll128 = setting.generation->ll128 &&
                     (setting.over_scale_up || setting.servers == setting.ranks) &&
                     (setting.servers == 1 ? setting.over_scale_up : near_nic);
  if (ll128 && row != Row::direct) all.push_back(Protocol::ll128);
  all.push_back(Protocol::simple);
  return all;
}

}  // namespace headroom::models::nccl
