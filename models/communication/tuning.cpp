// SPDX-License-Identifier: Apache-2.0
#include "models/communication/tuning.hpp"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/embedded_file.hpp"

namespace headroom::embedded {
std::span<const EmbeddedFile> communication();
}

namespace headroom::models::nccl {

namespace {

using Json = nlohmann::json;

constexpr double microsecond = 1e-6, gigabyte = 1e9;
constexpr std::array<const char*, row_count> row_names{"tree", "ring", "nvls", "nvls_tree", "pat", "direct"};
constexpr std::array<const char*, hop_count> hop_names{"scale_up", "pcie", "network"};
constexpr std::array<const char*, 3> protocol_names{"ll", "ll128", "simple"};

std::array<double, 3> triple(const Json& j, double unit = 1) {
  std::array<double, 3> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = j.at(i).get<double>() * unit;
  return out;
}

std::array<ByProtocol, row_count> rows(const Json& j) {
  std::array<ByProtocol, row_count> out{};
  for (std::size_t i = 0; i < row_count; ++i) out[i] = triple(j.at(row_names[i]), microsecond);
  return out;
}

Basis basis(const Json& j) {
  Basis b;
  const std::initializer_list<std::pair<const char*, double*>> scalars{
      {"switched_efficiency", &b.switched_efficiency},
      {"direct_link_efficiency", &b.direct_link_efficiency},
      {"pcie_efficiency", &b.pcie_efficiency},
      {"pcie_kernel_fraction", &b.pcie_kernel_fraction},
      {"nvls_efficiency", &b.nvls_efficiency},
      {"pair_fraction", &b.pair_fraction},
      {"ramp_bytes", &b.ramp_bytes},
      {"ring_own_part", &b.ring_own_part},
      {"pair_own_part", &b.pair_own_part},
      {"pcie_ramp_bytes", &b.pcie_ramp_bytes},
      {"nvls_latency_factor", &b.nvls_latency_factor}};
  for (const auto& [key, member] : scalars) {
    if (j.contains(key)) *member = j.at(key).get<double>();
  }
  if (j.contains("pair_peer_us")) b.pair_peer_seconds = j.at("pair_peer_us").get<double>() * microsecond;
  if (j.contains("latency_factor")) b.latency_factor = triple(j.at("latency_factor"));
  if (j.contains("pcie_latency_factor")) b.pcie_latency_factor = triple(j.at("pcie_latency_factor"));
  return b;
}

Generation generation_of(const Json& j) {
  const Json& library = j.at("library");
  Generation g;
  g.name = j.at("name").get<std::string>();
  g.architectures = j.at("architectures").get<std::vector<std::string>>();
  g.channels = j.at("channels").at("scale_up").get<int>();
  g.pcie_channels = j.at("channels").at("pcie").get<int>();
  g.ll128 = library.at("ll128").get<bool>();
  g.plateau_factor = library.at("plateau_factor").get<double>();
  g.ll_max = triple(library.at("ll_max_GBps"), gigabyte);
  g.ring_ll128_per_channel = triple(library.at("ring_ll128_GBps_per_channel"), gigabyte);
  g.tree_ll128_per_channel = triple(library.at("tree_ll128_GBps_per_channel"), gigabyte);
  g.tree_simple_per_channel = triple(library.at("tree_simple_GBps_per_channel"), gigabyte);
  g.nvls_tree_per_channel = triple(library.at("nvls_tree_GBps_per_channel"), gigabyte);
  g.library = basis(library);
  g.measured = basis(j.at("measured"));
  return g;
}

Network network(const Json& j) {
  Network n;
  n.efficiency = j.at("efficiency").get<double>();
  n.host_copy_bytes_per_second = j.at("host_copy_GBps").get<double>() * gigabyte;
  n.added_seconds = triple(j.at("added_us"), microsecond);
  n.peer_seconds = j.at("peer_us").get<double>() * microsecond;
  n.ramp_bytes = j.at("ramp_bytes").get<double>();
  n.longest_ramp_seconds = j.at("longest_ramp_us").get<double>() * microsecond;
  return n;
}

void read_library(const Json& j, Tuning& t) {
  t.base_seconds = rows(j.at("base_latency_us"));
  for (std::size_t h = 0; h < hop_count; ++h)
    t.hop_seconds[h] = rows(j.at("hop_latency_us").at(hop_names[h]));
  t.post_seconds = j.at("post_us").get<double>() * microsecond;
  t.simple_post_factor = j.at("simple_post_factor").get<double>();
  t.plateau_bytes = j.at("plateau_bytes_per_channel_and_rank").get<double>();
  t.ring_fraction = triple(j.at("ring_fraction"));
  t.tree_fraction = triple(j.at("tree_fraction"));
  t.tree_ll128_single_server_fraction = j.at("tree_ll128_single_server_fraction").get<double>();
  t.pat_fraction = j.at("pat_fraction").get<double>();
  for (std::size_t p = 0; p < 3; ++p) {
    t.tree_factor[p] = j.at("tree_factor").at(protocol_names[p]).get<std::vector<double>>();
  }
}

}  // namespace

Tuning parse_tuning(std::string_view json) {
  const Json j = Json::parse(json);
  Tuning t;
  read_library(j.at("library"), t);
  t.reference_path_seconds = triple(j.at("reference_path_us").at("scale_up_pcie_network"), microsecond);
  for (const Json& g : j.at("generations")) t.generations.push_back(generation_of(g));
  const auto fallback = j.at("fallback_generation").get<std::string>();
  for (std::size_t i = 0; i < t.generations.size(); ++i) {
    if (t.generations[i].name == fallback) t.fallback = static_cast<int>(i);
  }
  const Json& networks = j.at("networks");
  t.networks = {network(networks.at("tcp")), network(networks.at("roce")), network(networks.at("infiniband")),
                network(networks.at("efa"))};
  return t;
}

const Generation& Tuning::generation(const std::string& architecture) const {
  for (const Generation& g : generations) {
    const auto& names = g.architectures;
    if (std::find(names.begin(), names.end(), architecture) != names.end()) return g;
  }
  return generations[static_cast<std::size_t>(fallback)];
}

const Tuning& tuning() {
  static const Tuning compiled_in = parse_tuning(embedded::communication().front().text);
  return compiled_in;
}

}  // namespace headroom::models::nccl
