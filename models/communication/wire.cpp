// SPDX-License-Identifier: Apache-2.0
#include "models/communication/wire.hpp"

#include <algorithm>
#include <limits>

namespace headroom::models::nccl {

namespace {

using topologies::LinkKind;

constexpr double unlimited = std::numeric_limits<double>::infinity();

std::size_t servers_index(const Setting& setting) {
  return std::min<std::size_t>(setting.servers, 3) - 1;
}

// NCCL's correction of the tree's bandwidth, by floor(log2(bytes / 64)).
double tree_correction(const Tuning& tuning, Protocol protocol, double bytes) {
  const std::vector<double>& factors = tuning.tree_factor[index(protocol)];
  std::size_t k = 0;
  for (double size = 128; size <= bytes && k + 1 < factors.size(); size *= 2) ++k;
  return factors[k];
}

double tree_share(const Setting& setting, Protocol protocol, double bytes) {
  const Tuning& t = *setting.tuning;
  double share = t.tree_fraction[index(protocol)];
  if (protocol == Protocol::ll128 && setting.servers == 1) share = t.tree_ll128_single_server_fraction;
  return share * tree_correction(t, protocol, bytes);
}

double nvls_share(const Setting& setting, View view) {
  const double channels = setting.generation->channels;
  return basis_of(*setting.generation, view).nvls_efficiency * (channels - 1) / channels;
}

// What a NIC gives to payload. NCCL sees the line rate only.
double network_efficiency(const Setting& setting, double line_rate, View view) {
  if (view == View::library) return 1;
  const Network& n = network_of(setting);
  const bool copies = n.host_copy_bytes_per_second > 0 && !setting.cluster->server().gpudirect;
  return copies ? std::min(n.efficiency, n.host_copy_bytes_per_second / line_rate) : n.efficiency;
}

double scale_up_efficiency(const Setting& setting, View view) {
  const Basis& basis = basis_of(*setting.generation, view);
  const bool switched = setting.cluster->server().scale_up == topologies::ScaleUp::switched;
  return switched ? basis.switched_efficiency : basis.direct_link_efficiency;
}

// Bus to algorithm bandwidth for a ring (bus_to_alg of tuning.cc): ranks / steps.
double ring_ratio(const Setting& setting) {
  const double n = static_cast<double>(setting.ranks);
  switch (setting.collective) {
    case Collective::all_reduce:
      return n / (2 * (n - 1));
    case Collective::broadcast:
      return 1;
    default:
      return n / (n - 1);
  }
}

double ring_cap(const Setting& setting, Protocol protocol) {
  const Generation& g = *setting.generation;
  const std::size_t servers = servers_index(setting);
  if (protocol == Protocol::ll) return g.ll_max[servers] * ring_ratio(setting);
  if (protocol == Protocol::ll128)
    return setting.channels() * g.ring_ll128_per_channel[servers] * ring_ratio(setting);
  return unlimited;
}

double tree_cap(const Setting& setting, Protocol protocol) {
  constexpr double bus_to_algorithm = 0.5;
  const Generation& g = *setting.generation;
  const std::size_t servers = servers_index(setting);
  double cap = setting.channels() * g.tree_simple_per_channel[servers];
  if (protocol == Protocol::ll) cap = std::min(cap, g.ll_max[servers]);
  if (protocol == Protocol::ll128)
    cap = std::min(cap, setting.channels() * g.tree_ll128_per_channel[servers]);
  return cap * bus_to_algorithm;
}

}  // namespace

const Network& network_of(const Setting& setting) {
  return setting.tuning->networks[static_cast<std::size_t>(setting.cluster->fabric().transport)];
}

const Basis& basis_of(const Generation& generation, View view) {
  return view == View::library ? generation.library : generation.measured;
}

double fraction(const Setting& setting, Row row, Protocol protocol, double bytes, View view) {
  switch (row) {
    case Row::ring:
      return setting.tuning->ring_fraction[index(protocol)];
    case Row::tree:
      return tree_share(setting, protocol, bytes);
    case Row::pat:
      return setting.tuning->pat_fraction;
    case Row::direct:
      return setting.tuning->ring_fraction[index(protocol)] *
             basis_of(*setting.generation, view).pair_fraction;
    case Row::nvls:
    case Row::nvls_tree:
      break;
  }
  return 1;
}

WireFactors wire_factors(const Setting& setting, Row row, Protocol protocol, double bytes, View view) {
  const Basis& basis = basis_of(*setting.generation, view);
  const double share = fraction(setting, row, protocol, bytes, view);
  const bool in_switch = row == Row::nvls || row == Row::nvls_tree;
  const double scale_up = scale_up_efficiency(setting, view) * (in_switch ? nvls_share(setting, view) : 1);
  const double network = network_efficiency(setting, setting.cluster->server().nic_bytes_per_second, view);
  const double kernel =
      setting.over_scale_up || setting.servers == setting.ranks ? 1 : basis.pcie_kernel_fraction;
  WireFactors wire{};
  wire[static_cast<std::size_t>(LinkKind::scale_up)] = 1 / (scale_up * share);
  for (LinkKind kind : {LinkKind::pcie, LinkKind::socket, LinkKind::host_memory}) {
    wire[static_cast<std::size_t>(kind)] = 1 / (basis.pcie_efficiency * kernel * share);
  }
  for (LinkKind kind : {LinkKind::nic, LinkKind::leaf_uplink, LinkKind::spine_uplink}) {
    wire[static_cast<std::size_t>(kind)] = 1 / (network * share);
  }
  return wire;
}

double channel_cap(const Setting& setting, Row row, Protocol protocol, double bytes) {
  switch (row) {
    case Row::ring:
      return ring_cap(setting, protocol);
    case Row::tree:
      return tree_cap(setting, protocol) * tree_correction(*setting.tuning, protocol, bytes);
    case Row::nvls_tree:
      return setting.channels() * setting.generation->nvls_tree_per_channel[servers_index(setting)] *
             ring_ratio(setting);
    default:
      return unlimited;
  }
}

}  // namespace headroom::models::nccl
