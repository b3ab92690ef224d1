// SPDX-License-Identifier: Apache-2.0
#include "models/communication/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/error.hpp"

namespace headroom::models::nccl {

namespace {

bool same_on_every_server(const Placement& placement) {
  for (std::size_t s = 0; s < placement.servers(); ++s) {
    if (placement.on(s).size() != placement.on(0).size()) return false;
  }
  return true;
}

bool reduces_in_switch(const Setting& setting, const Request& request, const Placement& placement) {
  return request.options.in_network_reduction && setting.generation->measured.nvls_efficiency > 0 &&
         request.cluster->server().scale_up == topologies::ScaleUp::switched && placement.on(0).size() > 1 &&
         same_on_every_server(placement);
}

// NCCL's list (tuning.cc): all-gather and reduce-scatter know no tree, broadcast only the ring; the switch
// reduces all-gather and reduce-scatter inside one server only.
std::vector<Row> known_rows(const Setting& setting, const Request& request, const Placement& placement) {
  const bool in_switch = reduces_in_switch(setting, request, placement);
  switch (request.collective) {
    case Collective::all_reduce: {
      std::vector<Row> rows{Row::tree, Row::ring};
      if (in_switch) rows.push_back(setting.servers == 1 ? Row::nvls : Row::nvls_tree);
      return rows;
    }
    case Collective::all_gather:
    case Collective::reduce_scatter: {
      std::vector<Row> rows{Row::ring};
      if (in_switch && setting.servers == 1) rows.push_back(Row::nvls);
      if (setting.servers > 1 && setting.servers == setting.ranks) rows.push_back(Row::pat);
      return rows;
    }
    case Collective::broadcast:
      return {Row::ring};
    case Collective::all_to_all:
    case Collective::send_receive:
      break;
  }
  return {Row::direct};
}

std::vector<Flow> ring_flows_of(const Request& request, std::span<const int> group,
                                const Placement& placement) {
  const bool as_given = request.options.keep_order || request.options.ideal;
  auto edges = as_given ? ring_edges_as_given(group) : ring_edges(*request.cluster, placement);
  return ring_flows(std::move(edges), request.collective, group.size(), group.front());
}

Hops hops_of(Row row, const Request& request, const Placement& placement) {
  switch (row) {
    case Row::tree:
      return tree_hops(placement);
    case Row::nvls:
    case Row::nvls_tree:
      return nvls_hops(placement);
    case Row::pat:
      return pat_hops(placement.size());
    case Row::direct:
      return direct_hops(placement, request.collective);
    case Row::ring:
      break;
  }
  return ring_hops(request.collective, placement.size(), placement.servers());
}

Hop hop_of(const topologies::Cluster& cluster, const Flow& flow) {
  if (cluster.server_of(flow.from) != cluster.server_of(flow.to)) return Hop::network;
  return cluster.same_scale_up_domain(flow.from, flow.to) ? Hop::scale_up : Hop::pcie;
}

}  // namespace

Algorithm algorithm_of(Row row) {
  switch (row) {
    case Row::tree:
      return Algorithm::tree;
    case Row::ring:
      return Algorithm::ring;
    case Row::pat:
      return Algorithm::pat;
    case Row::direct:
      return Algorithm::direct;
    default:
      return Algorithm::nvls;
  }
}

bool relays(const Request& request) {
  return !request.options.keep_order && !request.options.ideal;
}

Setting setting_of(const Tuning& tuning, const Request& request, const Placement& placement) {
  Setting s{&tuning,
            &tuning.generation(request.architecture),
            request.cluster,
            request.collective,
            placement.size(),
            placement.servers(),
            true};
  for (std::size_t server = 0; server < placement.servers(); ++server) {
    const auto ranks = placement.on(server);
    for (std::size_t i = 1; i < ranks.size(); ++i) {
      s.over_scale_up = s.over_scale_up && request.cluster->same_scale_up_domain(ranks[i - 1], ranks[i]);
    }
  }
  if (request.cluster->server().scale_up == topologies::ScaleUp::none) s.over_scale_up = false;
  return s;
}

std::vector<Row> rows_for(const Setting& setting, const Request& request, const Placement& placement) {
  std::vector<Row> rows = known_rows(setting, request, placement);
  const Algorithm wanted = request.options.algorithm;
  if (wanted == Algorithm::automatic) return rows;
  std::string known;
  for (Row row : rows) known += (known.empty() ? "" : ", ") + std::string(to_string(algorithm_of(row)));
  std::erase_if(rows, [=](Row row) { return algorithm_of(row) != wanted; });
  if (rows.empty()) {
    throw bad_input(fmt::format("communication: {} of {} ranks on {} servers cannot run as {}; it can as {}",
                                to_string(request.collective), setting.ranks, setting.servers,
                                to_string(wanted), known));
  }
  return rows;
}

std::vector<Flow> flows_of(Row row, const Request& request, std::span<const int> group,
                           const Placement& placement) {
  const topologies::Cluster& cluster = *request.cluster;
  switch (row) {
    case Row::tree:
      return tree_flows(cluster, placement);
    case Row::nvls:
    case Row::nvls_tree:
      return nvls_flows(placement, request.collective);
    case Row::pat:
      return pat_flows(placement, request.collective);
    case Row::direct:
      if (request.collective == Collective::send_receive) return send_flows(group);
      return all_to_all_flows(cluster, placement, relays(request));
    case Row::ring:
      break;
  }
  return ring_flows_of(request, group, placement);
}

Candidate candidate(Row row, const Request& request, const Placement& placement) {
  Candidate c;
  c.row = row;
  c.hops = hops_of(row, request, placement);
  c.flows = flows_of(row, request, request.group(), placement);
  LoadTable table(*request.cluster);
  for (const Flow& flow : c.flows) c.paths.include(hop_of(*request.cluster, flow), table.add(flow));
  c.loads = table.take();
  return c;
}

}  // namespace headroom::models::nccl
