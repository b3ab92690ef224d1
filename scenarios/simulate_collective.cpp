// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/communication/communicator.hpp"
#include "scenarios/simulate_parts.hpp"
#include "scenarios/validate/network_case.hpp"
#include "sim/error.hpp"

namespace headroom::scenarios {
namespace {

// Ranks in the order of the algorithm: 0, stride, 2 stride, ... modulo their number.
std::vector<int> ranks_in_order(const topologies::Cluster& cluster, const CollectiveWorkload& w) {
  const int ranks = w.ranks == 0 ? cluster.accelerators() : w.ranks;
  if (ranks < 2 || ranks > cluster.accelerators())
    throw bad_input(
        fmt::format("workload.ranks: expected 2 to {} (the accelerators of the cluster), found {}",
                    cluster.accelerators(), ranks));
  if (std::gcd(ranks, w.rank_stride) != 1)
    throw bad_input(fmt::format(
        "workload.rank_stride: expected a number without a common factor with the {} ranks, found {}", ranks,
        w.rank_stride));
  std::vector<int> order;
  for (long i = 0; i < ranks; ++i) order.push_back(static_cast<int>(i * w.rank_stride % ranks));
  return order;
}

struct Measured {
  double seconds = 0;
  std::vector<std::pair<topologies::LinkId, double>> link_bytes;
};

Measured run_plan(const topologies::Cluster& cluster, const models::CollectivePlan& plan,
                  const std::vector<int>& ranks, models::Fidelity fidelity, const sim::RunOptions& run) {
  sim::Program program;
  models::LinkResources links(cluster, program);
  const sim::LabelId label = program.add_label(to_string(plan.collective), 0);
  if (fidelity == models::Fidelity::message) {
    std::vector<sim::StreamId> streams;
    for (const int rank : ranks) streams.push_back(program.add_stream(fmt::format("rank {}", rank)));
    add_messages(program, links, cluster, plan, ranks, streams, label);
  } else {
    program.add(program.add_stream("collective"), add_fluid_work(program, links, plan), label);
  }
  const sim::Timeline timeline = sim::run(program, run);
  Measured measured{
      fidelity == models::Fidelity::analytic ? plan.seconds : sim::to_seconds(timeline.makespan), {}};
  for (const auto& [link, resource] : links.used())
    measured.link_bytes.emplace_back(link, timeline.served[resource.value]);
  return measured;
}

void add_links(const topologies::Cluster& cluster, const Measured& measured, Answer& answer) {
  answer.links.clear();
  for (const auto& [id, bytes] : measured.link_bytes) {
    const topologies::Link link = cluster.link(id);
    answer.links.push_back(
        {id, cluster.link_name(id), link.kind, bytes, bytes / (link.bytes_per_second * measured.seconds)});
  }
  std::stable_sort(answer.links.begin(), answer.links.end(),
                   [](const auto& a, const auto& b) { return a.utilisation > b.utilisation; });
}

}  // namespace

void simulate_collective(const topologies::Cluster& cluster, const CollectiveWorkload& workload,
                         const sim::RunOptions& run, Answer& answer) {
  const std::vector<std::vector<int>> groups{ranks_in_order(cluster, workload)};
  models::CommunicationOptions options = workload.options;
  options.keep_order = options.keep_order || workload.rank_stride != 1;
  const int ranks = static_cast<int>(groups.front().size());
  models::Communicator communicator(cluster, answer.scenario.cluster.accelerator.architecture, groups, 0,
                                    options);
  for (const double bytes : workload.bytes) {
    const models::CollectivePlan plan = communicator.plan(workload.operation, bytes);
    const Measured measured = run_plan(cluster, plan, groups.front(), answer.scenario.fidelity, run);
    answer.collectives.push_back({bytes, measured.seconds, bytes / measured.seconds,
                                  models::bus_bandwidth(workload.operation, bytes, ranks, measured.seconds),
                                  to_string(plan.algorithm), to_string(plan.protocol)});
    add_links(cluster, measured, answer);
  }
  const CollectiveRow& last = answer.collectives.back();
  auto& q = answer.quantities;
  q["seconds"] = last.seconds;
  if (!options.ideal)
    add_interval("", last.seconds, validation::set_of_collective(workload.operation, last.bytes), ranks,
                 answer);
  q["algorithm_bandwidth_bytes_per_second"] = last.algorithm_bandwidth;
  q["bus_bandwidth_bytes_per_second"] = last.bus_bandwidth;
  q["lower_bound_seconds"] =
      models::lower_bound_seconds(cluster, workload.operation, last.bytes, groups.front());
  if (cluster.server().scale_up != topologies::ScaleUp::none)
    q["scale_up_port_bidirectional_bytes_per_second"] = 2 * cluster.server().scale_up_bytes_per_second;
  if (answer.links.empty()) return;
  // Both directions of the busiest port while the collective runs.
  q["link_bidirectional_bytes_per_second"] = 2 * answer.links.front().bytes / last.seconds;
  answer.limit =
      fmt::format("{} ({:.0f} % used)", answer.links.front().name, 100 * answer.links.front().utilisation);
  answer.provenance.push_back("collectives: NCCL 2.30.7 tuning model, corrected by published measurements");
}

}  // namespace headroom::scenarios
