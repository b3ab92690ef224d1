// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cost.hpp"

#include <cmath>

#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;
using namespace headroom::topologies;

namespace {

constexpr double hour = 3600;

// Servers on one tier of switches with 64 ports of 400 Gbit/s, NICs cabled in the rack.
struct Cluster {
  std::string id;
  ServerRecord record;
  BillOfMaterials bill;
  FabricDescription fabric;
};

Cluster cluster(const std::string& id, long servers, long switches = 0, const std::string& accelerator = "") {
  Cluster out{id, Catalogue::built_in().server(id, accelerator), {}, {}};
  const auto& server = out.record.description;
  out.bill.servers = servers;
  out.bill.accelerators = servers * server.accelerators;
  out.bill.nics = servers * server.nics;
  if (switches > 0) {
    out.bill.switches = {{"leaf", 64, switches, out.bill.nics}};
    out.bill.cables = {{"server to leaf", CableClass::in_rack, server.nic_bytes_per_second, out.bill.nics}};
    out.fabric.kind = FabricKind::single_switch;
    out.fabric.link_bytes_per_second = server.nic_bytes_per_second;
    out.fabric.switch_ports = 64;
  }
  return out;
}

CostReport cost(const Cluster& c, double busy, double seconds, const EconomicsOptions& options) {
  return cost_of(c.bill, c.id, c.record.accelerator, c.record.description, c.fabric, busy, seconds, options);
}

bool says(const CostReport& report, const std::string& words) {
  for (const auto& note : report.notes)
    if (note.find(words) != note.npos) return true;
  return false;
}

}  // namespace

TEST_CASE("the defaults come from the catalogue") {
  const EconomicsOptions options = default_economics();
  CHECK(options.electricity_usd_per_joule * 3.6e6 == Approx(0.12));
  CHECK(options.pue >= 1);
  CHECK(options.depreciation_seconds == 5 * 8760 * hour);
}

TEST_CASE("eight 700 W accelerators draw 5.6 kW and the DGX H100 around them 10.2 kW") {
  const CostReport report = cost(cluster("dgx_h100", 1), 1, 0, default_economics());
  CHECK(report.accelerator_peak_watts == 5600);
  CHECK(report.peak_power_watts == 10200);
  CHECK(report.average_power_watts == 10200);
}

TEST_CASE("32 DGX H100 draw about 326 kW before PUE") {
  CHECK(cost(cluster("dgx_h100", 32), 1, 0, default_economics()).peak_power_watts == Approx(326.4e3));
}

TEST_CASE("idle accelerators draw their idle power and the rest of the server its own") {
  const Cluster a100 = cluster("dgx_a100", 1);
  const double rest = 6500 - 8 * 400;
  CHECK(cost(a100, 0, 0, default_economics()).average_power_watts == Approx(rest + 8 * 62));
  CHECK(cost(a100, 0.5, 0, default_economics()).average_power_watts == Approx(rest + 8 * (62 + 400) / 2.0));
}

TEST_CASE("energy is power times time with PUE applied once") {
  EconomicsOptions options = default_economics();
  options.pue = 1.5;
  const CostReport report = cost(cluster("dgx_h100", 1), 1, 10 * hour, options);
  CHECK(report.run_energy_joules == Approx(10200 * 36000 * 1.5));
  CHECK(report.average_power_watts == 10200);
  // 102 kWh x 1.5 at 0.12 USD/kWh
  CHECK(report.run_energy_usd == Approx(18.36));
}

TEST_CASE("lines add up to the totals exactly, to the cent") {
  const Cluster c = cluster("dgx_h100", 32, 4);
  const CostReport report = cost(c, 0.9, 30 * 24 * hour, default_economics());
  long cents = 0, network_cents = 0;
  for (const auto& line : report.capex) {
    const long of_line = std::lround(line.usd * 100);
    CHECK(of_line == std::lround(line.unit_usd * 100) * line.count);
    cents += of_line;
    if (line.network) network_cents += of_line;
  }
  CHECK(report.capex.size() == 4);
  CHECK(std::lround(report.capex_usd * 100) == cents);
  CHECK(std::lround(report.network_usd * 100) == network_cents);
  CHECK(report.network_share == report.network_usd / report.capex_usd);
  CHECK(std::lround(report.run_owned_usd * 1e6) ==
        std::lround(report.run_depreciation_usd * 1e6) + std::lround(report.run_energy_usd * 1e6));
}

TEST_CASE("NICs that a server's price includes are counted as network and not paid twice") {
  const CostReport report = cost(cluster("dgx_h100", 2), 1, 0, default_economics());
  CHECK(report.capex_usd == 2 * 350000);
  CHECK(report.network_usd == 2 * 8 * 1900);
  CHECK(says(report, "includes their NICs"));
}

TEST_CASE("an open server costs its host, its accelerators and its NICs") {
  const Cluster box = cluster("pcie_box_8", 1, 0, "l40s");
  const CostReport report = cost(box, 1, 0, default_economics());
  CHECK(report.capex_usd == 22000 + 8 * 8500 + 2 * 1300);
  CHECK(says(report, "pcie_box_8 without accelerators is recalled"));
  CHECK(says(report, "pcie_box_8 without accelerators is more than a year old (2024)"));
}

TEST_CASE("Ethernet switches are bought for RoCE and InfiniBand ones for InfiniBand") {
  Cluster c = cluster("dgx_h100", 8, 1);
  c.fabric.transport = Transport::infiniband;
  const CostReport infiniband = cost(c, 1, 0, default_economics());
  c.fabric.transport = Transport::roce;
  const CostReport roce = cost(c, 1, 0, default_economics());
  CHECK(infiniband.capex[2].part.find("qm97") != std::string::npos);
  CHECK(roce.capex[2].part.find("qm97") == std::string::npos);
}

TEST_CASE("parts that nobody sells are named and left out") {
  Cluster c = cluster("dgx_h100", 8, 1);
  c.bill.switches[0].ports = 4096;
  const CostReport report = cost(c, 1, 0, default_economics());
  CHECK(says(report, "no price is known for leaf switches of 4096 ports at 400 Gbit/s"));
  CHECK(says(report, "the power of the leaf switches is not known"));
}

TEST_CASE("a run owned costs its share of the capex and its energy") {
  EconomicsOptions options = default_economics();
  options.server_usd = 876000;  // 5 years have 43,800 hours: 20 USD/h
  const CostReport report = cost(cluster("dgx_h100", 1), 1, 100 * hour, options);
  CHECK(report.capex_usd == 876000);
  CHECK(report.run_depreciation_usd == Approx(2000));
  CHECK(report.run_owned_usd == Approx(2000 + 1020 * options.pue * 0.12));
}

TEST_CASE("a run rented costs accelerators times hours times rent") {
  EconomicsOptions options = default_economics();
  options.rent_usd_per_accelerator_second = 2.5 / hour;
  CHECK(cost(cluster("dgx_h100", 4), 1, 10 * hour, options).run_rented_usd == Approx(4 * 8 * 10 * 2.5));
}

TEST_CASE("an unknown rent is zero and said") {
  const CostReport report = cost(cluster("pcie_box_8", 1, 0, "rtx3090"), 1, hour, default_economics());
  CHECK(report.run_rented_usd == 0);
  CHECK(report.rent_usd_per_accelerator_second == 0);
  CHECK_FALSE(report.break_even_seconds);
  CHECK(says(report, "no rent is known for rtx3090"));
}

TEST_CASE("buying and renting break even where both have cost the same") {
  // 100,000 USD and 1 USD/h against 11 USD/h: after 10,000 h.
  CHECK(*break_even_seconds(100000, 1 / hour, 11 / hour) == Approx(10000 * hour));
  CHECK_FALSE(break_even_seconds(100000, 11 / hour, 11 / hour));

  EconomicsOptions options = default_economics();
  options.rent_usd_per_accelerator_second = 2.5 / hour;
  const CostReport report = cost(cluster("dgx_h100", 1), 1, 0, options);
  REQUIRE(report.break_even_seconds);
  const double running = 10200 * options.pue * options.electricity_usd_per_joule;
  CHECK(report.capex_usd + running * *report.break_even_seconds ==
        Approx(8 * 2.5 / hour * *report.break_even_seconds));
}

TEST_CASE("a server of the user's own is priced by its accelerators unless a price is given") {
  Cluster c = cluster("dgx_h100", 2);
  c.id = "custom";
  CHECK(says(cost(c, 1, 0, default_economics()), "only its accelerators are counted"));
  EconomicsOptions options = default_economics();
  options.server_usd = 300000;
  CHECK(cost(c, 1, 0, options).capex_usd == 600000);
}

TEST_CASE("more of anything never costs less") {
  double last = 0;
  for (const long servers : {1, 2, 8, 64}) {
    const double usd = cost(cluster("dgx_h100", servers), 1, 0, default_economics()).capex_usd;
    CHECK(usd > last);
    last = usd;
  }
  last = 0;
  for (const double busy : {0.0, 0.3, 0.9, 1.0}) {
    const double joules = cost(cluster("dgx_h100", 1), busy, hour, default_economics()).run_energy_joules;
    CHECK(joules > last);
    last = joules;
  }
}

TEST_CASE("what cannot be is refused") {
  const Cluster c = cluster("dgx_h100", 1);
  EconomicsOptions options = default_economics();
  CHECK_THROWS_AS(cost(c, 1.1, 0, options), headroom::Error);
  CHECK_THROWS_AS(cost(c, 1, -1, options), headroom::Error);
  options.pue = 0.9;
  CHECK_THROWS_AS(cost(c, 1, 1, options), headroom::Error);
  options = default_economics();
  options.depreciation_seconds = 0;
  CHECK_THROWS_AS(cost(c, 1, 1, options), headroom::Error);
}
