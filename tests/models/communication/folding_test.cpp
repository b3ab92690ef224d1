// SPDX-License-Identifier: Apache-2.0
// One representative with the loads of all siblings, against all groups simulated side by side.
#include "models/communication/collective.hpp"
#include "tests/catch.hpp"
#include "tests/models/communication/clusters.hpp"
#include "tests/models/communication/fidelity.hpp"

namespace headroom::tests {

using models::Collective;
using models::CollectivePlan;
using models::CommunicationOptions;

namespace {

using Groups = std::vector<std::vector<int>>;

void check_folding(const NamedCluster& kind, Collective collective, const Groups& groups, bool ideal) {
  CommunicationOptions options;
  options.ideal = ideal;
  const auto plan = [&](const Groups& together, std::size_t representative) {
    return plan_collective(*kind.cluster, kind.architecture, collective, 64 * mebibyte, together,
                           representative, options);
  };
  std::vector<CollectivePlan> alone;
  for (const auto& group : groups) alone.push_back(plan({group}, 0));
  const double folded = plan(groups, 0).seconds;
  INFO(kind.name << ", " << to_string(collective) << ", " << groups.size() << " groups, ideal " << ideal);
  CHECK(folded == Approx(unfolded_seconds(*kind.cluster, alone, 0)).epsilon(1e-6));
}

}  // namespace

TEST_CASE("Folded equals unfolded for every kind of cluster and every collective") {
  for (const NamedCluster& kind : all_kinds()) {
    const int n = kind.cluster->accelerators();
    for (Collective collective : {Collective::all_reduce, Collective::all_gather, Collective::reduce_scatter,
                                  Collective::all_to_all, Collective::broadcast, Collective::send_receive}) {
      const int size = collective == Collective::send_receive ? 2 : 4;
      for (bool ideal : {false, true}) {
        check_folding(kind, collective, neighbours(n, size), ideal);
        check_folding(kind, collective, strided(n, size), ideal);
      }
    }
  }
}

TEST_CASE("A sibling on the same links adds its load, one elsewhere does not") {
  const auto cluster = make(single_accelerator_host(), 8, fabric(topologies::FabricKind::single_switch, 8));
  CommunicationOptions ideal;
  ideal.ideal = true;
  const auto seconds = [&](const Groups& groups) {
    return plan_collective(*cluster, "Hopper", Collective::send_receive, 1e9, groups, 0, ideal).seconds;
  };
  CHECK(seconds({{0, 1}, {2, 3}}) == Approx(seconds({{0, 1}})));
  CHECK(seconds({{0, 1}, {2, 1}}) == Approx(2 * seconds({{0, 1}})).epsilon(1e-3));
}

}  // namespace headroom::tests
