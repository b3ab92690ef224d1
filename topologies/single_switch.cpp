// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/error.hpp"
#include "topologies/fabric_families.hpp"

namespace headroom::topologies {

FabricShape single_switch(const FabricDescription& fabric, const Cabling& cabling) {
  if (cabling.nics() > fabric.switch_ports) {
    throw bad_input(
        fmt::format("single-switch: {} do not fit one switch of {} ports: use leaf-spine, or a switch of "
                    "at least {} ports",
                    cabling.text(), fabric.switch_ports, cabling.nics()));
  }
  FabricShape shape;
  shape.leaves = shape.leaves_per_pod = 1;
  shape.leaf_down = fabric.switch_ports;
  return shape;
}

}  // namespace headroom::topologies
