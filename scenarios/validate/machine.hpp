// SPDX-License-Identifier: Apache-2.0
// The machine of a record as the cluster that Headroom simulates.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/catalogue/catalogue.hpp"
#include "topologies/cluster.hpp"

namespace headroom::scenarios::validation {

// What a record says about its machine, in the words of the schema.
struct MachineFacts {
  std::string accelerator;  // id of the catalogue
  int servers = 1;
  int per_server = 1;    // accelerators used in each
  int server_size = 1;   // accelerators built into each
  std::string scale_up;  // "none", "pcie", "nvlink_mesh", "nvlink_bridge", "nvswitch", "nvl_domain", "xgmi"
  std::string scale_up_generation;  // "pcie4", "nvlink3", ...; empty: not said
  int scale_up_domain = 0;          // accelerators; 0: not said
  std::string network;              // between the servers
  std::optional<int> ports_per_server;
  std::optional<double> gbit_per_port;
  std::optional<bool> gpudirect;
  bool peer_to_peer = true;  // copies over PCIe from accelerator to accelerator
};

struct Machine {
  models::Accelerator accelerator;
  topologies::ServerDescription server;
  int servers = 1;
  int per_server = 1;  // the first ones of each server are used
  topologies::FabricDescription fabric;
  std::vector<std::string> assumptions;  // what the record does not say and this takes for granted
};

// Throws Error(bad_input) with the reason where the machine cannot be built from what is known.
[[nodiscard]] Machine build_machine(const MachineFacts& facts, const models::Catalogue& catalogue);

// Leaves out the accelerators that the job does not use, and the NICs next to them.
void remove_unused(Machine& machine);

}  // namespace headroom::scenarios::validation
