// SPDX-License-Identifier: Apache-2.0
// The figures behind the cost of a collective: what NCCL itself believes (it chooses algorithm and protocol
// by them) and what was measured (we predict by them). Both are data: nccl.json, each group of figures with
// its source.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "topologies/cluster.hpp"

namespace headroom::models::nccl {

// The rows of NCCL's tables; `direct` (point to point) is ours, NCCL has no model for it.
enum class Row { tree, ring, nvls, nvls_tree, pat, direct };
inline constexpr std::size_t row_count = 6;
// What one hop crosses.
enum class Hop { scale_up, pcie, network };
inline constexpr std::size_t hop_count = 3;
inline constexpr std::size_t kind_count = 7;  // values of topologies::LinkKind
// Figures for LL, LL128 and Simple; figures for one, two, and three or more servers.
using ByProtocol = std::array<double, 3>;
using ByServers = std::array<double, 3>;

// One view of how fast things are: NCCL's own, or the measured one.
struct Basis {
  double switched_efficiency = 1;     // payload over data-sheet bandwidth of a scale-up port into a switch
  double direct_link_efficiency = 1;  // the same of links from accelerator to accelerator
  double pcie_efficiency = 1;         // of PCIe, socket and host memory links
  double pcie_kernel_fraction = 1;    // of kernels that reach other accelerators over PCIe, on top
  double nvls_efficiency = 0;         // of reduction in the switch, on top; 0: there is none
  double pair_fraction = 1;           // of point-to-point sends, on top
  double ring_own_part =
      0;  // a rank's own 1/n part, copied to its output, lasts as long as sending this much of it
  double pair_own_part = 0;  // the same in an all-to-all
  double ramp_bytes = 0;     // transfers of Simple last as if sqrt(bytes * ramp_bytes) more bytes were sent
  double pcie_ramp_bytes = 0;
  double pair_peer_seconds = 0;        // for each peer in the server that a rank sends to by itself
  ByProtocol latency_factor{1, 1, 1};  // on the latencies of NCCL's tables, inside a server
  ByProtocol pcie_latency_factor{1, 1, 1};
  double nvls_latency_factor = 1;
};

// An accelerator generation.
struct Generation {
  std::string name;
  std::vector<std::string> architectures;
  int channels = 0;       // of a collective = thread blocks, inside a server with a scale-up network
  int pcie_channels = 0;  // the same over PCIe
  bool ll128 = false;     // NCCL trusts LL128 over the scale-up network
  ByServers ll_max{};     // bytes/s, all channels together
  ByServers ring_ll128_per_channel{}, tree_ll128_per_channel{}, tree_simple_per_channel{},
      nvls_tree_per_channel{};
  double plateau_factor = 1;  // on the latency of large multi-server rings
  Basis library, measured;
};

// A network between servers, as measured (NCCL sees only the line rate).
struct Network {
  double efficiency = 1;  // payload over line rate
  double host_copy_bytes_per_second =
      0;                       // what the host's socket stack moves for one NIC; 0: no copies by the host
  ByProtocol added_seconds{};  // per hop, beyond NCCL's table
  double peer_seconds = 0;     // for each remote peer that a rank sends to by itself
  double ramp_bytes = 0;       // as of Basis
  double longest_ramp_seconds = 0;  // that many bytes take no longer
};

struct Tuning {
  std::array<ByProtocol, row_count> base_seconds{};
  std::array<std::array<ByProtocol, row_count>, hop_count> hop_seconds{};
  double post_seconds = 0;
  double simple_post_factor = 1;
  double plateau_bytes = 0;  // per channel and rank
  ByProtocol ring_fraction{}, tree_fraction{};
  double tree_ll128_single_server_fraction = 0;
  double pat_fraction = 0;
  std::array<std::vector<double>, 3> tree_factor;          // by protocol, then by floor(log2(bytes / 64))
  std::array<double, hop_count> reference_path_seconds{};  // link latency that the tables already hold
  std::vector<Generation> generations;
  std::array<Network, 4> networks;  // by topologies::Transport

  // Of an architecture ("Hopper"); unknown ones get the generation that nccl.json names as the fallback.
  [[nodiscard]] const Generation& generation(const std::string& architecture) const;
  int fallback = 0;
};

[[nodiscard]] Tuning parse_tuning(std::string_view json);
// The compiled-in nccl.json.
[[nodiscard]] const Tuning& tuning();

}  // namespace headroom::models::nccl
