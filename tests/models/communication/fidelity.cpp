// SPDX-License-Identifier: Apache-2.0
#include "tests/models/communication/fidelity.hpp"

#include <string>

namespace headroom::tests {

using models::CollectivePlan;
using models::LinkResources;
using topologies::Cluster;

double unfolded_seconds(const Cluster& cluster, std::span<const CollectivePlan> plans,
                        std::size_t representative) {
  sim::Program program;
  LinkResources links(cluster, program);
  const sim::LabelId label = program.add_label("collective", 0);
  std::vector<sim::OperationId> operations;
  for (std::size_t g = 0; g < plans.size(); ++g) {
    const sim::StreamId stream = program.add_stream("group " + std::to_string(g));
    operations.push_back(program.add(stream, models::add_fluid_work(program, links, plans[g]), label));
  }
  return sim::to_seconds(sim::run(program).finish[operations[representative].value]);
}

double fluid_seconds(const Cluster& cluster, const CollectivePlan& plan) {
  return unfolded_seconds(cluster, std::span(&plan, 1), 0);
}

sim::Ticks message_ticks(const Cluster& cluster, const CollectivePlan& plan, std::span<const int> group) {
  sim::Program program;
  LinkResources links(cluster, program);
  std::vector<sim::StreamId> streams;
  for (int a : group) streams.push_back(program.add_stream("rank " + std::to_string(a)));
  models::add_messages(program, links, cluster, plan, group, streams, program.add_label("message", 0));
  return sim::run(program).makespan;
}

}  // namespace headroom::tests
