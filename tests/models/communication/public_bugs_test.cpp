// SPDX-License-Identifier: Apache-2.0
// What went wrong in public tools; each case names the report.
#include <cmath>

#include "models/communication/collective.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/communication/clusters.hpp"
#include "tests/models/communication/fidelity.hpp"

namespace headroom::tests {

using models::Algorithm;
using models::Collective;
using models::CommunicationOptions;
using topologies::FabricKind;

namespace {

CommunicationOptions with(Algorithm algorithm) {
  CommunicationOptions options;
  options.algorithm = algorithm;
  return options;
}

double bus(const topologies::Cluster& cluster, const std::vector<std::vector<int>>& group, double bytes,
           const CommunicationOptions& options) {
  const auto plan = plan_collective(cluster, "Hopper", Collective::all_reduce, bytes, group, 0, options);
  return bus_bandwidth(Collective::all_reduce, bytes, static_cast<int>(group[0].size()), plan.seconds);
}

}  // namespace

TEST_CASE("The bus bandwidth of a ring never exceeds what a rank can inject (SimAI 105)") {
  const auto two_servers = make(switched_server(8, 450 * gigabyte), 2, fabric(FabricKind::single_switch, 32));
  const auto group = neighbours(16, 16);
  for (double bytes = 1024; bytes < 64 * gibibyte; bytes *= 8) {
    CHECK(bus(*two_servers, group, bytes, with(Algorithm::ring)) <= 8 * 50 * gigabyte);
  }
  const auto hosts = make(single_accelerator_host(), 16, fabric(FabricKind::single_switch, 32));
  CHECK(bus(*hosts, group, 8 * gibibyte, with(Algorithm::ring)) <= 50 * gigabyte);
}

TEST_CASE(
    "On two servers a tree crosses the NICs with the data once, and its bus bandwidth may exceed theirs "
    "(nccl-tests 196)") {
  const auto cluster = make(switched_server(8, 450 * gigabyte), 2, fabric(FabricKind::single_switch, 32));
  const auto group = neighbours(16, 16);
  const auto nvls_tree = plan_collective(*cluster, "Hopper", Collective::all_reduce, 8 * gibibyte, group, 0,
                                         with(Algorithm::nvls));
  double out_of_nics = 0;
  for (const auto& load : nvls_tree.loads) {
    const auto link = cluster->link(load.link);
    if (link.kind == topologies::LinkKind::nic) {
      out_of_nics += load.bytes_per_byte / nvls_tree.wire[static_cast<std::size_t>(link.kind)];
    }
  }
  CHECK(out_of_nics == Approx(2 * 2));  // two servers, out and in
  const double reached = bus_bandwidth(Collective::all_reduce, 8 * gibibyte, 16, nvls_tree.seconds);
  CHECK(reached > 8 * 50 * gigabyte);
}

TEST_CASE(
    "100 MB over 8 ranks on a 50 GB/s switch takes at least 3.5 ms without reduction in the network "
    "(astra-sim 296)") {
  const auto group = neighbours(8, 8);
  auto slow_pcie = switched_server(8, 50 * gigabyte);
  slow_pcie.pcie_bytes_per_second = 16 * gigabyte;
  const auto switched = make(slow_pcie, 1);
  CHECK(lower_bound_seconds(*switched, Collective::all_reduce, 100e6, group[0]) == Approx(3.5e-3));
  for (Algorithm algorithm : {Algorithm::ring, Algorithm::tree}) {
    CHECK(plan_collective(*switched, "Hopper", Collective::all_reduce, 100e6, group, 0, with(algorithm))
              .seconds >= 3.5e-3);
  }
}

TEST_CASE(
    "Any number of ranks a server and any group size ends, and messages agree with the plan (SimAI 138, 142, "
    "264)") {
  for (int per_server : {1, 4, 8}) {
    const int servers = 4;
    topologies::ServerDescription pcie =
        per_server == 1 ? single_accelerator_host() : pcie_server(per_server);
    pcie.nics = per_server;
    pcie.nic_bytes_per_second = 25 * gigabyte;
    auto description = fabric(FabricKind::single_switch, 64);
    description.link_bytes_per_second = 25 * gigabyte;
    const auto cluster = make(pcie, servers, description);
    for (int size = 1; size <= servers * per_server; ++size) {
      std::vector<std::vector<int>> group(1);
      for (int a = 0; a < size; ++a) group[0].push_back(a);
      for (bool ideal : {false, true}) {
        CommunicationOptions options = with(Algorithm::ring);
        options.ideal = ideal;
        const auto plan =
            plan_collective(*cluster, "Ampere", Collective::all_reduce, 256 * mebibyte, group, 0, options);
        INFO(per_server << " a server, group of " << size << ", ideal " << ideal);
        CHECK((size == 1 || plan.seconds > 0));
        // Unequal shares of a server's ranks meet on some NICs only, where a message waits for the last of
        // them.
        CHECK(sim::to_seconds(message_ticks(*cluster, plan, group[0])) == Approx(plan.seconds).epsilon(5e-2));
      }
    }
  }
}

TEST_CASE("Time changes smoothly from 8 to 16 hosts (simgrid 81)") {
  const auto cluster = make(single_accelerator_host(), 16, fabric(FabricKind::single_switch, 32));
  double before = 0;
  for (int hosts = 8; hosts <= 16; ++hosts) {
    std::vector<std::vector<int>> group(1);
    for (int a = 0; a < hosts; ++a) group[0].push_back(a);
    const double seconds =
        plan_collective(*cluster, "Hopper", Collective::all_reduce, gibibyte, group, 0, with(Algorithm::ring))
            .seconds;
    CHECK(seconds > before);
    if (before > 0) CHECK(seconds < 1.05 * before);
    before = seconds;
  }
}

TEST_CASE(
    "Bus bandwidth between servers grows with the NICs in use: 8 ranks a server twice that of 4 (nccl "
    "1168)") {
  const auto cluster = make(switched_server(8, 450 * gigabyte), 4, fabric(FabricKind::single_switch, 64));
  const auto reached = [&](int per_server) {
    std::vector<std::vector<int>> group(1);
    for (int s = 0; s < 4; ++s) {
      for (int i = 0; i < per_server; ++i) group[0].push_back(s * 8 + i);
    }
    return bus(*cluster, group, 64 * gibibyte, with(Algorithm::ring));
  };
  CHECK(reached(4) <= 4 * 50 * gigabyte);
  CHECK(reached(4) >= 0.85 * 4 * 50 * gigabyte);
  CHECK(reached(8) >= 1.6 * reached(4));
}

TEST_CASE("Two NICs for each accelerator carry twice as much as one") {
  const auto reached = [](int nics) {
    auto server = switched_server(8, 450 * gigabyte);
    server.nics = nics;
    server.nic_bytes_per_second = 12.5 * gigabyte;
    auto wires = fabric(FabricKind::single_switch, 64);
    wires.link_bytes_per_second = server.nic_bytes_per_second;
    const auto cluster = make(server, 4, wires);
    return bus(*cluster, neighbours(32, 32), 64 * gibibyte, with(Algorithm::ring));
  };
  CHECK(reached(16) == Approx(2 * reached(8)).epsilon(0.02));
}

TEST_CASE("What cannot run is refused with what could") {
  const auto cluster = make(switched_server(8, 450 * gigabyte), 1);
  const auto group = neighbours(8, 8);
  CHECK_THROWS_AS(
      plan_collective(*cluster, "Hopper", Collective::broadcast, 1e6, group, 0, with(Algorithm::tree)),
      Error);
  CHECK_THROWS_AS(plan_collective(*cluster, "Hopper", Collective::send_receive, 1e6, group, 0), Error);
  CHECK_THROWS_AS(plan_collective(*cluster, "Hopper", Collective::all_reduce, -1, group, 0), Error);
  CHECK_THROWS_AS(plan_collective(*cluster, "Hopper", Collective::all_reduce, std::nan(""), group, 0), Error);
}

}  // namespace headroom::tests
