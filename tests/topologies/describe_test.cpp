// SPDX-License-Identifier: Apache-2.0
#include "topologies/describe.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/topologies/examples.hpp"

using namespace headroom::topologies;
using namespace headroom::topologies::examples;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> words_of_row(const std::string& table, const std::string& row) {
  std::istringstream lines(table);
  std::vector<std::string> words;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line);
    std::string word;
    if (!(in >> word) || word != row || line.rfind(row, 0) != 0) continue;
    while (in >> word) words.push_back(word);
  }
  return words;
}

// The quoted names on the lines of a drawing that hold (or do not hold) an edge.
std::set<std::string> names_in(const std::string& dot, bool edges) {
  std::set<std::string> names;
  std::istringstream lines(dot);
  for (std::string line; std::getline(lines, line);) {
    const bool is_edge = contains(line, " -- ");
    if (is_edge != edges) continue;
    std::istringstream quoted(line.substr(0, line.find('[')));
    std::string name;
    while (std::getline(quoted, name, '"') && std::getline(quoted, name, '"')) names.insert(name);
  }
  return names;
}

}  // namespace

// As `nvidia-smi topo -m` prints a DGX-1 with V100: GPU0 has NV1 NV1 NV2 NV2 towards 1, 2, 3, 4.
TEST_CASE("The matrix of a DGX-1 has the words of nvidia-smi") {
  const Cluster cluster(dgx1(), 1, no_fabric());
  using Words = std::vector<std::string>;
  const auto row = words_of_row(topology_matrix(cluster), "GPU0");
  CHECK(row == Words{"X", "NV1", "NV1", "NV2", "NV2", "SYS", "SYS", "SYS", "PIX", "NODE", "SYS", "SYS"});
  const auto nic = words_of_row(topology_matrix(cluster), "NIC3");
  CHECK(nic == Words{"SYS", "SYS", "SYS", "SYS", "NODE", "NODE", "PIX", "PIX", "SYS", "SYS", "NODE", "X"});
}

TEST_CASE("The matrix counts the links into a switch, and says NV where the count is not known") {
  ServerDescription server = switched_server(8);
  CHECK(words_of_row(topology_matrix(Cluster(server, 1, no_fabric())), "GPU3")[0] == "NV18");
  server.scale_up_links = 0;
  CHECK(words_of_row(topology_matrix(Cluster(server, 1, no_fabric())), "GPU3")[0] == "NV");
  server.scale_up = ScaleUp::none;
  CHECK(words_of_row(topology_matrix(Cluster(server, 1, no_fabric())), "GPU3")[2] == "PIX");
}

TEST_CASE("The description gives bandwidths in both units, the tiers and the paths") {
  const std::string text = describe(Cluster(switched_server(8), 127, fabric(FabricKind::rail_optimised, 64)));
  CHECK(contains(text, "127 servers x 8 accelerators = 1016 accelerators"));
  CHECK(contains(text, "450 GB/s (3600 Gbit/s)"));
  CHECK(contains(text, "2 tiers of 64-port switches: 32 leaves, 16 spines"));
  CHECK(contains(text, "oversubscription 1:1"));
  CHECK(contains(text, "server0/gpu0 > pcie0 > nic0 > leaf0 > server1/nic0 > pcie0 > gpu0"));
}

TEST_CASE("A path staged through slow host memory is limited to half of it") {
  ServerDescription server = pcie_server(2);
  server.pcie_peer_to_peer = false;
  server.host_memory_bytes_per_second = 30e9;
  CHECK(contains(describe(Cluster(server, 1, no_fabric())), "15 GB/s (120 Gbit/s) at most (host memory)"));
}

TEST_CASE("The description says which pairs cannot reach each other") {
  ServerDescription server = switched_server(8);
  server.scale_up = ScaleUp::none;
  CHECK(contains(describe(Cluster(server, 2, fabric(FabricKind::rail_only, 64))),
                 "cannot reach accelerator 15"));
}

TEST_CASE("A drawing declares every node that its edges join") {
  const int servers = GENERATE(1, 2, 40);
  const Routing routing = GENERATE(Routing::hash, Routing::adaptive);
  const std::string dot =
      to_dot(Cluster(switched_server(8), servers, fabric(FabricKind::rail_optimised, 16, routing)));
  const auto declared = names_in(dot, false);
  const auto joined = names_in(dot, true);
  CHECK(std::includes(declared.begin(), declared.end(), joined.begin(), joined.end()));
  CHECK(std::count(dot.begin(), dot.end(), '{') == std::count(dot.begin(), dot.end(), '}'));
  CHECK(contains(dot, "in full, the other 39 as boxes") == (servers == 40));
}

TEST_CASE("A server without a fabric is drawn, its NICs uncabled") {
  const std::string dot = to_dot(Cluster(switched_server(8), 1, FabricDescription{}));
  CHECK(contains(dot, "1 x 8 accelerators"));
  CHECK_FALSE(contains(dot, "leaf"));
}

TEST_CASE("The table of parts has a line for each kind of switch and cable") {
  const std::string table =
      bill_table(Cluster(switched_server(1), 1024, fabric(FabricKind::fat_tree_3, 16)).bill_of_materials());
  for (const char* part : {"leaf switches", "spine switches", "core switches", "cables, server to leaf",
                           "cables, leaf to spine", "cables, spine to core", "25600 GB/s (204800 Gbit/s)"}) {
    INFO(table);
    CHECK(contains(table, part));
  }
}
