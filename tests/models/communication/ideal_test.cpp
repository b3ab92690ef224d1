// SPDX-License-Identifier: Apache-2.0
// Closed forms, and the three fidelities against each other.
#include <cmath>

#include "models/communication/collective.hpp"
#include "tests/catch.hpp"
#include "tests/models/communication/clusters.hpp"
#include "tests/models/communication/fidelity.hpp"

namespace headroom::tests {

using models::Collective;
using models::CommunicationOptions;
using topologies::FabricKind;

namespace {

constexpr std::array collectives{Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter,
                                 Collective::all_to_all, Collective::broadcast,  Collective::send_receive};

CommunicationOptions ideal() {
  CommunicationOptions options;
  options.ideal = true;
  return options;
}

std::vector<std::vector<int>> everyone(const topologies::Cluster& cluster, Collective collective) {
  const int last = cluster.accelerators() - 1;
  if (collective == Collective::send_receive) return {{0, last}};
  return neighbours(cluster.accelerators(), cluster.accelerators());
}

}  // namespace

TEST_CASE(
    "A ring all-reduce of S bytes over N equal links takes 2(N-1)(S/(N B) + alpha), to the tick by "
    "messages") {
  const int ranks = GENERATE(2, 3, 8, 37, 64);
  const auto cluster = make(switched_server(ranks, 450 * gigabyte), 1);
  const auto group = neighbours(ranks, ranks);
  const double bytes = 1e8;
  const auto plan = plan_collective(*cluster, "Hopper", Collective::all_reduce, bytes, group, 0, ideal());
  const double alpha = cluster->path_latency_seconds(0, 1);
  const double message = bytes / ranks / (450 * gigabyte);
  CHECK(plan.steps == 2 * (ranks - 1));
  CHECK(plan.seconds == Approx(plan.steps * (message + alpha)).epsilon(1e-12));
  CHECK(message_ticks(*cluster, plan, group[0]) ==
        plan.steps * (sim::to_ticks(alpha) + sim::to_ticks(message)));
}

TEST_CASE("Analytic, fluid and message fidelity agree where nothing contends") {
  for (const NamedCluster& kind : all_kinds()) {
    for (Collective collective : collectives) {
      INFO(kind.name << ", " << to_string(collective));
      const auto group = everyone(*kind.cluster, collective);
      const auto plan =
          plan_collective(*kind.cluster, kind.architecture, collective, 256 * mebibyte, group, 0, ideal());
      CHECK(fluid_seconds(*kind.cluster, plan) == Approx(plan.seconds).epsilon(1e-6));
      CHECK(sim::to_seconds(message_ticks(*kind.cluster, plan, group[0])) ==
            Approx(plan.seconds).epsilon(1e-3));
    }
  }
}

TEST_CASE("With protocols and software, messages take as long as the plan") {
  for (const NamedCluster& kind : all_kinds()) {
    for (Collective collective :
         {Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter}) {
      INFO(kind.name << ", " << to_string(collective));
      CommunicationOptions ring;
      ring.algorithm = models::Algorithm::ring;
      const auto group = everyone(*kind.cluster, collective);
      const auto plan =
          plan_collective(*kind.cluster, kind.architecture, collective, 256 * mebibyte, group, 0, ring);
      CHECK(sim::to_seconds(message_ticks(*kind.cluster, plan, group[0])) ==
            Approx(plan.seconds).epsilon(1e-3));
    }
  }
}

TEST_CASE("No collective beats its lower bound") {
  for (const NamedCluster& kind : all_kinds()) {
    for (Collective collective : collectives) {
      for (bool closed_form : {false, true}) {
        INFO(kind.name << ", " << to_string(collective));
        const auto group = everyone(*kind.cluster, collective);
        const double bound = lower_bound_seconds(*kind.cluster, collective, 1e9, group[0]);
        CommunicationOptions options;
        options.in_network_reduction = false;
        options.ideal = closed_form;
        CHECK(bound > 0);
        CHECK(plan_collective(*kind.cluster, kind.architecture, collective, 1e9, group, 0, options).seconds >=
              bound * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("A collective of nothing, or of one rank, takes no time") {
  const auto cluster = make(switched_server(8, 450 * gigabyte), 1);
  const std::vector<std::vector<int>> one{{3}}, all = neighbours(8, 8);
  CHECK(plan_collective(*cluster, "Hopper", Collective::all_reduce, 1e9, one, 0).seconds == 0);
  CHECK(plan_collective(*cluster, "Hopper", Collective::all_reduce, 0, all, 0).seconds == 0);
  CHECK(plan_collective(*cluster, "Hopper", Collective::all_reduce, 0, all, 0).loads.empty());
}

TEST_CASE("The payload that leaves the ranks is what the algorithm must send") {
  // Payload over all accelerator exits of 8 ranks on one switch.
  const auto cluster = make(switched_server(8, 450 * gigabyte), 1);
  const auto group = neighbours(8, 8);
  const auto sent = [&](Collective collective) {
    double sum = 0;
    for (const auto& load : plan_collective(*cluster, "Hopper", collective, 1e9, group, 0, ideal()).loads) {
      sum += load.bytes_per_byte;
    }
    return sum / 2;  // every byte crosses a port out and a port in
  };
  CHECK(sent(Collective::all_reduce) == Approx(2 * 7));
  CHECK(sent(Collective::all_gather) == Approx(7));
  CHECK(sent(Collective::reduce_scatter) == Approx(7));
  CHECK(sent(Collective::all_to_all) == Approx(7));
  CHECK(sent(Collective::broadcast) == Approx(7));
}

TEST_CASE("More bandwidth is never slower") {
  const Collective collective = GENERATE(from_range(collectives.begin(), collectives.end()));
  double before = 1e9;
  for (double scale_up = 100; scale_up <= 1600; scale_up *= 2) {
    const auto cluster =
        make(switched_server(8, scale_up * gigabyte), 2, fabric(FabricKind::single_switch, 64));
    const auto group = everyone(*cluster, collective);
    const double seconds = plan_collective(*cluster, "Hopper", collective, 1e8, group, 0, ideal()).seconds;
    CHECK(seconds <= before);
    before = seconds;
  }
}

}  // namespace headroom::tests
