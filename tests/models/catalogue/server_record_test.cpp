// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <set>

#include "models/catalogue/catalogue.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom::models;
using headroom::topologies::NicPlacement;
using headroom::topologies::ScaleUp;

namespace {
const Catalogue& facts() {
  return Catalogue::built_in();
}

bool is_open(const std::string& id) {
  return facts().record("server", id).text("accelerator") == "any";
}
}  // namespace

TEST_CASE("a DGX H100 is described as it is built") {
  const ServerRecord server = facts().server("dgx_h100");
  CHECK(server.accelerator.id == "h100_sxm");
  CHECK(server.description.accelerators == 8);
  CHECK(server.description.sockets == 2);
  CHECK(server.description.accelerators_per_pcie_switch == 2);
  CHECK(server.description.scale_up == ScaleUp::switched);
  CHECK(server.description.scale_up_bytes_per_second == 450e9);
  CHECK(server.description.nics == 8);
  CHECK(server.description.nic_bytes_per_second == 50e9);
  CHECK(server.description.nic_placement == NicPlacement::pix);
  CHECK(server.description.pcie_bytes_per_second == 63e9);
  CHECK(server.power_watts == 10200);
  CHECK(server.rack_units == 8);
  REQUIRE(server.price);
  CHECK(server.price->usd == 350000);
  CHECK(server.price_includes_nics);
}

TEST_CASE("dgx_a100 means the 80 GB model") {
  CHECK(facts().server("dgx_a100").accelerator.id == "a100_sxm_80");
  CHECK(facts().server("dgx_a100_40").accelerator.id == "a100_sxm_40");
}

TEST_CASE("the links of a DGX-1 mesh use the six NVLinks of every V100") {
  const auto server = facts().server("dgx1_v100").description;
  REQUIRE(server.scale_up == ScaleUp::mesh);
  std::array<double, 8> out{};
  std::set<std::pair<int, int>> pairs;
  for (const auto& link : server.mesh_links) {
    CHECK(link.a < link.b);
    CHECK(pairs.emplace(link.a, link.b).second);
    out.at(static_cast<std::size_t>(link.a)) += link.bytes_per_second;
    out.at(static_cast<std::size_t>(link.b)) += link.bytes_per_second;
  }
  for (const double bytes : out) CHECK(bytes == 6 * 25e9);
}

TEST_CASE("a server that takes any accelerator takes the scenario's") {
  CHECK_THROWS_AS(facts().server("pcie_box_8"), headroom::Error);
  const ServerRecord gaming = facts().server("pcie_box_8", "rtx3090");
  CHECK(gaming.accelerator.id == "rtx3090");
  CHECK_FALSE(gaming.description.pcie_peer_to_peer);
  CHECK_FALSE(gaming.description.gpudirect);
  CHECK(gaming.description.scale_up == ScaleUp::none);
  CHECK(gaming.power_watts == 1200 + 8 * 350);
  const ServerRecord professional = facts().server("pcie_box_8", "l40s");
  CHECK(professional.description.pcie_peer_to_peer);
  REQUIRE(professional.price);
  CHECK(professional.price->usd == 22000 + 8 * 8500);
  CHECK_FALSE(professional.assumptions.empty());
}

TEST_CASE("a server with fixed accelerators takes no other") {
  CHECK(facts().server("dgx_h100", "h100_sxm").accelerator.id == "h100_sxm");
  CHECK_THROWS_AS(facts().server("dgx_h100", "a100_sxm_80"), headroom::Error);
}

TEST_CASE("bridges need accelerators that have them") {
  CHECK(facts().server("pcie_box_8_bridges", "rtx3090").description.scale_up == ScaleUp::bridged_pairs);
  CHECK_THROWS_AS(facts().server("pcie_box_8_bridges", "l40s"), headroom::Error);
}

TEST_CASE("slot and card run at the older PCIe generation") {
  const double gen3 = facts().server("smc_4029gp_trt", "l40s").description.pcie_bytes_per_second;
  const double gen4 = facts().server("pcie_box_8_gen5", "l40s").description.pcie_bytes_per_second;
  const double gen5 = facts().server("pcie_box_8_gen5", "h100_pcie").description.pcie_bytes_per_second;
  CHECK(gen3 < gen4);
  CHECK(gen4 < gen5);
  CHECK(gen4 == facts().number("link", "pcie_4", "bytes_per_second"));
}

TEST_CASE("a hypothetical server without NVLink differs from the real one in nothing else") {
  auto with = facts().server("dgx_a100").description;
  const auto without = facts().server("hgx_a100_8_pcie").description;
  CHECK(without.scale_up == ScaleUp::none);
  CHECK(with.pcie_bytes_per_second == without.pcie_bytes_per_second);
  CHECK(with.nics == without.nics);
  CHECK(with.accelerators_per_pcie_switch == without.accelerators_per_pcie_switch);
}

TEST_CASE("every server is described completely or names the fact that is missing") {
  int described = 0;
  for (const auto& id : facts().list("server")) {
    INFO(id);
    try {
      const auto server = facts().server(id, is_open(id) ? "rtx3090" : "").description;
      ++described;
      CHECK(server.accelerators > 0);
      CHECK(server.pcie_bytes_per_second > 0);
      CHECK(server.host_memory_bytes_per_second > 0);
      CHECK((server.scale_up == ScaleUp::none || server.scale_up_bytes_per_second > 0));
      CHECK((server.nics == 0 || server.nic_bytes_per_second > 0));
      CHECK(server.accelerators % server.sockets == 0);
    } catch (const headroom::Error& error) {
      CHECK(std::string(error.what()).find("the catalogue does not know its") != std::string::npos);
    }
  }
  CHECK(described >= 50);
}
