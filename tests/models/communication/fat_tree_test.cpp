// SPDX-License-Identifier: Apache-2.0
// 128 hosts with one 400 Gbit/s NIC each, 8 to a leaf: what the order of the ring costs where the fabric is
// oversubscribed 4:1. With stride 37 every edge leaves its leaf, with neighbours one in eight does.
#include "models/communication/collective.hpp"
#include "tests/catch.hpp"
#include "tests/models/communication/clusters.hpp"
#include "tests/models/communication/fidelity.hpp"

namespace headroom::tests {

using models::Collective;
using models::CommunicationOptions;
using topologies::FabricKind;

namespace {

constexpr int hosts = 128;

std::shared_ptr<const topologies::Cluster> cluster(double oversubscription) {
  // Leaves with 8 ports down and 8 (or 2) up; nothing is oversubscribed above them.
  const auto f = fabric(FabricKind::fat_tree_3, oversubscription > 1 ? 10 : 16, oversubscription);
  return make(single_accelerator_host(), hosts, f);
}

std::vector<std::vector<int>> ring(int stride) {
  std::vector<std::vector<int>> groups(1);
  for (int i = 0; i < hosts; ++i) groups[0].push_back(i * stride % hosts);
  return groups;
}

models::CollectivePlan plan(double oversubscription, int stride, bool ideal) {
  CommunicationOptions options;
  options.algorithm = models::Algorithm::ring;
  options.keep_order = true;
  options.ideal = ideal;
  return plan_collective(*cluster(oversubscription), "Hopper", Collective::all_reduce, gibibyte, ring(stride),
                         0, options);
}

}  // namespace

TEST_CASE("Neighbours in the ring do not notice 4:1 oversubscription, stride 37 runs four times longer") {
  const bool ideal = GENERATE(true, false);
  INFO("ideal " << ideal);
  const double base = plan(1, 1, ideal).seconds;
  CHECK(plan(4, 1, ideal).seconds <= 1.02 * base);
  CHECK(plan(1, 37, ideal).seconds <= 1.02 * base);
  const double slowdown = plan(4, 37, ideal).seconds / base;
  CHECK(slowdown >= 3.8);
  CHECK(slowdown <= 4.1);
}

TEST_CASE("The payload bounds of 1 GiB are 42.6 ms at full bandwidth and 170.4 ms through a quarter") {
  const auto payload = [](const models::CollectivePlan& p) { return p.seconds - p.latency_seconds; };
  CHECK(payload(plan(1, 1, true)) == Approx(42.6e-3).epsilon(1e-3));
  CHECK(payload(plan(4, 37, true)) == Approx(170.4e-3).epsilon(1e-3));
  CHECK(payload(plan(1, 1, false)) >= 42.6e-3);
  CHECK(payload(plan(4, 37, false)) >= 170.4e-3);
}

TEST_CASE("The stride shows message by message, too") {
  const auto tree = cluster(4);
  const auto slow = plan(4, 37, true);
  CHECK(sim::to_seconds(message_ticks(*tree, slow, ring(37)[0])) == Approx(slow.seconds).epsilon(1e-3));
}

}  // namespace headroom::tests
