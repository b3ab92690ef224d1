// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "topologies/description.hpp"

namespace headroom::topologies {

enum class CableClass { in_rack, row, hall };  // up to 3 m, 30 m, 100 m
[[nodiscard]] const char* to_string(CableClass length);

struct CableCount {
  std::string where;  // "server to leaf", "leaf to spine", "spine to core"
  CableClass length;
  double bytes_per_second;
  long count;
};

struct SwitchCount {
  std::string tier;  // "leaf", "spine", "core", "switch"
  int ports;         // radix
  long count;
  long ports_used;  // over all switches of the tier
};

// What must be bought. Ports add up: every cable ends on two counted ports (NIC ports included).
// Without a fabric NICs have no cables.
struct BillOfMaterials {
  long servers = 0;
  long accelerators = 0;
  long nics = 0;
  std::vector<SwitchCount> switches;
  std::vector<CableCount> cables;
  double bisection_bytes_per_second = 0;  // of the fabric, one direction
};

struct FabricShape;
[[nodiscard]] BillOfMaterials bill_of(const ServerDescription& server, int servers,
                                      const FabricDescription& fabric, const FabricShape& shape);

}  // namespace headroom::topologies
