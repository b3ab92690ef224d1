// SPDX-License-Identifier: Apache-2.0
// What is bought, and what it draws.
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/economics/cluster.hpp"
#include "topologies/cluster.hpp"

using namespace headroom::models;
using namespace headroom::models::testing;
using namespace headroom::topologies;

TEST_CASE("eight 700 W accelerators draw 5.6 kW and the DGX H100 around them 10.2 kW") {
  const CostReport report = cluster("dgx_h100", 1).cost(1, 0);
  CHECK(report.accelerator_peak_watts == 5600);
  CHECK(report.peak_power_watts == 10200);
  CHECK(report.average_power_watts == 10200);
}

TEST_CASE("32 DGX H100 draw about 326 kW before PUE, of which the accelerators are 179.2") {
  const CostReport report = cluster("dgx_h100", 32).cost(1, 0);
  CHECK(report.peak_power_watts == Approx(326.4e3));
  CHECK(report.accelerator_peak_watts == Approx(179.2e3));
}

TEST_CASE("idle accelerators draw their idle power and the rest of the server its own") {
  const Priced a100 = cluster("dgx_a100", 1);
  const double rest = 6500 - 8 * 400;
  CHECK(a100.cost(0, 0).average_power_watts == Approx(rest + 8 * 62));
  CHECK(a100.cost(0.5, 0).average_power_watts == Approx(rest + 8 * (62 + 400) / 2.0));
  CHECK(a100.cost(0.5, 0).idle_power_watts == Approx(rest + 8 * 62));
}

TEST_CASE("accelerators that wait are shown, and the parts of the power sum to it") {
  const CostReport report = cluster("dgx_a100", 4, 1).cost(0.75, 0);
  double average = 0, peak = 0, waiting = 0;
  for (const PowerLine& line : report.power) {
    average += line.average_watts;
    peak += line.peak_watts;
    if (line.part == "accelerators waiting") waiting = line.average_watts;
  }
  CHECK(waiting == Approx(0.25 * 32 * 62));
  CHECK(average == Approx(report.average_power_watts));
  CHECK(peak == Approx(report.peak_power_watts));
}

TEST_CASE("energy is power of the simulated use times time, with PUE applied once") {
  EconomicsOptions options = plain_terms();
  const CostReport report = cluster("dgx_h100", 1).cost(1, 10 * hour, options);
  CHECK(report.run_energy_joules == Approx(10200 * 36000 * 1.5));
  CHECK(report.average_power_watts == 10200);
  CHECK(owning(report, "energy in use")->run_usd == Approx(102 * 1.5 * 0.1));
  // Half idle: not the limit of every accelerator for the whole job.
  CHECK(cluster("dgx_h100", 1).cost(0.5, 10 * hour, options).run_energy_joules <
        0.8 * report.run_energy_joules);
}

TEST_CASE("lines add up to the totals exactly, to the cent") {
  EconomicsOptions options;
  options.storage_bytes = 1.234567e15;
  options.spare_fraction = 0.05;
  options.rack_watts = 40e3;
  options.rack_usd = 12345.67;
  options.integration_fraction = 0.0371;
  const CostReport report = cluster("dgx_h100", 32, 4).cost(0.9, 30 * 24 * hour, options);
  long all = 0, network = 0;
  for (const auto& line : report.capex) {
    CHECK(cents(line.usd) == cents(line.unit_usd) * line.count);
    CHECK_FALSE(line.source.empty());
    all += cents(line.usd);
    if (line.kind == CostKind::network) network += cents(line.usd);
  }
  CHECK(report.capex.size() == 9);
  CHECK(cents(report.capex_usd) == all);
  CHECK(cents(report.network_usd) == network);
  CHECK(report.network_share == report.network_usd / report.capex_usd);
}

TEST_CASE("accelerators and NICs in a server's price are counted apart and not paid twice") {
  const CostReport report = cluster("dgx_h100", 2).cost(1, 0);
  CHECK(report.capex_usd == 2 * 350000);
  CHECK(report.network_usd == 2 * 8 * 1900);
  CHECK(bought(report, "accelerators")->usd == 16 * 30000);
  CHECK(bought(report, "servers without")->usd == 2 * (350000 - 8 * 30000 - 8 * 1900));
  CHECK(says(report, "includes their NICs"));
}

TEST_CASE("a partly filled server is paid without the accelerators that are not in it") {
  Priced c = cluster("dgx_h100", 2);
  c.question.server.accelerators = 4;
  c.question.bill.accelerators = 2 * 4;
  const CostReport report = c.cost(1, 0);
  CHECK(report.capex_usd == 2 * (350000 - 4 * 30000));
  CHECK(bought(report, "accelerators")->usd == 8 * 30000);
  CHECK(says(report, "4 of 8 accelerators"));
}

TEST_CASE("of a rack of trays only the trays with accelerators are paid and fed") {
  const CostReport whole = cluster("gb200_nvl72", 1).cost(1, 0);
  for (const int accelerators : {4, 7, 8, 36}) {
    Priced c = cluster("gb200_nvl72", 1);
    const double share = (accelerators + 3) / 4 / 18.0;
    c.question.server.accelerators = accelerators;
    c.question.bill.accelerators = accelerators;
    c.question.bill.nics = std::lround(72 * share);
    const CostReport report = c.cost(1, 0);
    CHECK(report.capex_usd == Approx(share * whole.capex_usd));
    const double rest = report.peak_power_watts - report.accelerator_peak_watts;
    CHECK(rest == Approx(share * (whole.peak_power_watts - whole.accelerator_peak_watts)));
  }
}

TEST_CASE("a server that costs less than its accelerators alone stays one line") {
  EconomicsOptions options;
  options.server_usd = 200000;
  const CostReport report = cluster("dgx_h100", 2).cost(1, 0, options);
  CHECK(report.capex_usd == 400000);
  CHECK(bought(report, "servers with their accelerators"));
}

TEST_CASE("an open server costs its host, its accelerators and its NICs") {
  const CostReport report = cluster("pcie_box_8", 1, 0, "l40s").cost(1, 0);
  CHECK(report.capex_usd == 22000 + 8 * 8500 + 2 * 1300);
  CHECK(says(report, "recalled, not read anywhere: pcie_box_8 without accelerators"));
  CHECK(says(report, "pcie_box_8 without accelerators (2024)"));
}

TEST_CASE("Ethernet switches are bought for RoCE and InfiniBand ones for InfiniBand") {
  Priced c = cluster("dgx_h100", 8, 1);
  c.question.fabric.transport = Transport::infiniband;
  CHECK(bought(c.cost(1, 0), "leaf switches")->part.find("qm97") != std::string::npos);
  c.question.fabric.transport = Transport::roce;
  CHECK(bought(c.cost(1, 0), "leaf switches")->part.find("qm97") == std::string::npos);
}

TEST_CASE("parts that nobody sells are named and left out, and the total is a lower bound") {
  Priced c = cluster("dgx_h100", 8, 1);
  CHECK(c.cost(1, 0).capex_complete);
  c.question.bill.switches[0].ports = 4096;
  const CostReport report = c.cost(1, 0);
  CHECK_FALSE(report.capex_complete);
  CHECK(says(report, "no price is known for leaf switches of 4096 ports at 400 Gbit/s"));
  CHECK(says(report, "the power of the leaf switches is not known"));
}

TEST_CASE("a 3-tier fat tree of 48-port switches: 2,880 switches are bought for 27,648 hosts") {
  const auto [radix, hosts, switches] =
      GENERATE(std::tuple{48, 27648L, 2880L}, std::tuple{16, 1024L, 320L}, std::tuple{64, 65536L, 5120L});
  CHECK(hosts == 1L * radix * radix * radix / 4);
  CHECK(switches == 5L * radix * radix / 4);
  Priced c = cluster("dgx_h100", 1);
  c.question.server.nics = 1;
  c.question.fabric.kind = FabricKind::fat_tree_3;
  c.question.fabric.switch_ports = radix;
  c.question.fabric.link_bytes_per_second = c.question.server.nic_bytes_per_second;
  c.question.bill =
      Cluster(c.question.server, static_cast<int>(hosts), c.question.fabric).bill_of_materials();
  long bought_switches = 0;
  for (const CostLine& line : c.cost(1, 0).capex)
    if (line.part.find("switches") != line.part.npos) bought_switches += line.count;
  CHECK(bought_switches == switches);
  CHECK(c.question.bill.servers == hosts);
}

TEST_CASE("storage, spare servers and integration are bought as asked and else said to be missing") {
  CHECK(says(cluster("dgx_h100", 10).cost(1, 0),
             "not counted, as the scenario names none: storage, racks, spare"));
  EconomicsOptions options;
  options.storage_bytes = 2e15;
  options.spare_fraction = 0.05;
  const CostReport report = cluster("dgx_h100", 30).cost(1, 0, options);
  CHECK(bought(report, "storage, 2 PB")->usd == 500000);
  CHECK(bought(report, "spare servers")->count == 2);  // 1.5 rounded up
  CHECK(bought(report, "spare servers")->unit_usd == 350000);
  options.integration_fraction = 0.1;
  CHECK(cluster("dgx_h100", 30).cost(1, 0, options).capex_usd == Approx(1.1 * report.capex_usd));
}

TEST_CASE("a server of the user's own is priced by its accelerators unless a price is given") {
  Priced c = cluster("dgx_h100", 2);
  c.question.server_id = "custom";
  CHECK(says(c.cost(1, 0), "only its accelerators are counted"));
  EconomicsOptions options;
  options.server_usd = 300000;
  CHECK(c.cost(1, 0, options).capex_usd == 600000);
}

TEST_CASE("more of anything never costs less") {
  double last = 0;
  for (const long servers : {1, 2, 8, 64}) {
    const double usd = cluster("dgx_h100", servers).cost(1, 0).capex_usd;
    CHECK(usd > last);
    last = usd;
  }
  last = 0;
  for (const double busy : {0.0, 0.3, 0.9, 1.0}) {
    const double joules = cluster("dgx_h100", 1).cost(busy, hour).run_energy_joules;
    CHECK(joules > last);
    last = joules;
  }
}

TEST_CASE("what cannot be is refused") {
  const Priced c = cluster("dgx_h100", 1);
  CHECK_THROWS_AS(c.cost(1.1, 0), headroom::Error);
  CHECK_THROWS_AS(c.cost(1, -1), headroom::Error);
  EconomicsOptions options;
  options.pue = 0.9;
  CHECK_THROWS_AS(c.cost(1, 1, options), headroom::Error);
  options = {};
  options.depreciation_seconds = 0;
  CHECK_THROWS_AS(c.cost(1, 1, options), headroom::Error);
  options = {};
  options.utilisation = 0;
  CHECK_THROWS_AS(c.cost(1, 1, options), headroom::Error);
}
