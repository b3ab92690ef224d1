// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/communication/communicator.hpp"
#include "scenarios/validate/machine.hpp"
#include "scenarios/validate/network_case.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios::validation {
namespace {

using models::Collective;

struct NamedCollective {
  const char* op;
  Collective collective;
};
constexpr auto collectives = std::to_array<NamedCollective>({{"all_reduce", Collective::all_reduce},
                                                             {"all_gather", Collective::all_gather},
                                                             {"reduce_scatter", Collective::reduce_scatter},
                                                             {"alltoall", Collective::all_to_all},
                                                             {"broadcast", Collective::broadcast},
                                                             {"sendrecv", Collective::send_receive}});

// Below this size latency counts, above it bandwidth.
constexpr double large_bytes = 1024.0 * 1024;
// Words of `hardware.intra` by which sources say that accelerators reach each other through host memory only.
constexpr std::array<const char*, 4> without_peer_to_peer = {"no P2P", "P2P disabled", "host path",
                                                             "no P2P fabric"};
constexpr int most_ranks = 100000;

Collective collective_of(const Fields& record) {
  const std::string op = record.need_text("op");
  for (const NamedCollective& known : collectives) {
    if (op == known.op) return known.collective;
  }
  throw bad_input(fmt::format("op: {} is not modelled", in_quotes(op)));
}

void refuse_other_software(const Fields& record) {
  const std::string library = record.text("software_generation.library").value_or("unknown");
  if (library != "nccl" && library != "rccl")
    throw bad_input(
        fmt::format("software_generation.library: {} is not modelled (NCCL and RCCL are)", library));
  if (record.text("launch") == "graph")
    throw bad_input("launch: collectives inside CUDA graphs are not modelled");
}

std::optional<bool> on_or_off(const Fields& record, std::string_view path) {
  const auto text = record.text(path);
  if (text == "on") return true;
  if (text == "off") return false;
  return std::nullopt;
}

MachineFacts machine_facts(const Fields& record, int ranks) {
  MachineFacts facts;
  facts.accelerator = record.need_text("machine.accelerator");
  facts.servers = record.need_count("machine.nodes");
  if (ranks % facts.servers != 0)
    throw bad_input(
        fmt::format("machine: {} ranks do not spread evenly over {} servers", ranks, facts.servers));
  facts.scale_up = record.need_text("machine.scale_up.kind");
  facts.scale_up_generation = record.text("machine.scale_up.generation").value_or("");
  facts.scale_up_domain = record.count_or("machine.scale_up.domain", 0);
  if (facts.scale_up == "nvl_domain" && facts.servers > 1) {
    if (ranks > facts.scale_up_domain)
      throw bad_input("machine: collectives over several NVLink domains are not modelled");
    facts.servers = 1;
  }
  facts.per_server = ranks / facts.servers;
  const bool linked = facts.scale_up != "none" && facts.scale_up != "pcie";
  facts.server_size = linked ? std::max(facts.scale_up_domain, facts.per_server) : facts.per_server;
  facts.network = record.text("machine.network.kind").value_or("unknown");
  facts.ports_per_server = record.count("machine.network.ports_per_server");
  facts.gbit_per_port = record.number("machine.network.gbit_per_port");
  facts.gpudirect = on_or_off(record, "gpudirect");
  const std::string intra = record.text("hardware.intra").value_or("");
  for (const char* words : without_peer_to_peer) {
    if (intra.find(words) != std::string::npos) facts.peer_to_peer = false;
  }
  return facts;
}

std::vector<std::vector<int>> group_of(const Machine& machine, Collective collective) {
  std::vector<int> ranks;
  for (int s = 0; s < machine.servers; ++s) {
    for (int i = 0; i < machine.per_server; ++i) ranks.push_back(s * machine.server.accelerators + i);
  }
  if (collective == Collective::send_receive) ranks = {ranks.front(), ranks.back()};
  return {ranks};
}

// Sizes that the source's own summary marks as spikes.
std::vector<double> spikes_of(const Fields& record) {
  std::vector<double> spikes;
  const auto* marked = record.items("summary.outlier_bytes");
  if (marked == nullptr) return spikes;
  for (const Node& bytes : *marked) spikes.push_back(bytes.number);
  return spikes;
}

}  // namespace

std::string set_of_collective(Collective collective, double bytes) {
  const char* what = collective == Collective::all_to_all     ? "all-to-all"
                     : collective == Collective::send_receive ? "send and receive"
                                                              : "collectives";
  return fmt::format("{} {} 1 MiB", what, bytes >= large_bytes ? "from" : "below");
}

void predict_collective(const Fields& record, const models::Catalogue& catalogue, Outcome& outcome) {
  const Collective collective = collective_of(record);
  refuse_other_software(record);
  const int ranks = record.need_count("machine.count");
  if (ranks < 2 || ranks > most_ranks)
    throw record.refuse("machine.count", fmt::format("2 to {}", most_ranks));
  const Machine machine = build_machine(machine_facts(record, ranks), catalogue);
  const topologies::Cluster cluster(machine.server, machine.servers, machine.fabric);
  const auto group = group_of(machine, collective);
  models::CommunicationOptions options;
  options.in_network_reduction = on_or_off(record, "in_network_reduction").value_or(true);
  models::Communicator communicator(cluster, machine.accelerator.architecture, group, 0, options);
  const std::vector<double> spikes = spikes_of(record);
  const auto* points = record.items("points");
  if (points == nullptr) throw record.refuse("points", "an array");
  for (const Node& node : *points) {
    const Fields point(node);
    const auto bytes = point.number("bytes");
    const auto measured = measured_at(point);
    if (!bytes || !(*bytes > 0) || !measured) continue;
    if (std::find(spikes.begin(), spikes.end(), *bytes) != spikes.end()) continue;
    const auto plan = communicator.plan(collective, *bytes);
    Figure figure;
    figure.at = {{"bytes", *bytes}};
    figure.set = set_of_collective(collective, *bytes);
    add_figure(outcome, *measured, plan.seconds, *bytes, std::move(figure));
  }
  outcome.set = collective == Collective::all_to_all ? "all-to-all" : outcome.kind;
  outcome.provenance = machine.assumptions;
  outcome.provenance.insert(outcome.provenance.begin(),
                            "collectives: NCCL's tuning model, corrected by published measurements");
}

}  // namespace headroom::scenarios::validation
