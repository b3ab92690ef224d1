// SPDX-License-Identifier: Apache-2.0
// What others say that accelerators cost their owners, against the catalogue's prices and terms.
#include "tests/catch.hpp"
#include "tests/models/economics/cluster.hpp"
#include "topologies/cluster.hpp"

using namespace headroom::models;
using namespace headroom::models::testing;
using namespace headroom::topologies;

TEST_CASE("owning costs within a quarter of what SemiAnalysis says, and draws within a tenth") {
  // InferenceX-app constants.ts, 2026-04-01: USD per GPU-hour of a neocloud, kW per GPU all in.
  struct Published {
    const char* server;
    double usd, kilowatts;
  };
  const Published p = GENERATE(Published{"dgx_h100", 1.69, 1.73}, Published{"dgx_h200", 1.74, 1.73},
                               Published{"dgx_b200", 2.34, 2.17}, Published{"gb200_nvl72", 2.75, 2.10},
                               Published{"mi300x_platform", 1.40, 1.79});
  INFO(p.server);
  const Priced priced = cluster(p.server, 1);
  const CostReport report = priced.cost(1, 0);
  const auto gpus = static_cast<double>(priced.question.bill.accelerators);
  CHECK(report.owned_usd_per_second_of_use * hour / gpus == Approx(p.usd).epsilon(0.25));
  CHECK(report.peak_power_watts * report.pue / gpus == Approx(1e3 * p.kilowatts).epsilon(0.10));
}

TEST_CASE("without NICs the network of H100 clusters is 1.8 to 12.8 % of the purchase") {
  // "H100 Freakonomics" spreadsheet, 2024-08, 16 to 104,858 accelerators.
  const auto [servers, kind] =
      GENERATE(std::pair{64, FabricKind::fat_tree_2}, std::pair{256, FabricKind::fat_tree_2},
               std::pair{2048, FabricKind::fat_tree_3});
  Priced c = cluster("dgx_h100", 1);
  c.question.fabric.kind = kind;
  c.question.fabric.switch_ports = 64;
  c.question.fabric.link_bytes_per_second = c.question.server.nic_bytes_per_second;
  c.question.bill = Cluster(c.question.server, servers, c.question.fabric).bill_of_materials();
  const CostReport report = c.cost(1, 0);
  const double share = (report.network_usd - bought(report, "NICs")->usd) / report.capex_usd;
  CHECK(share > 0.018);
  CHECK(share < 0.128);
}
