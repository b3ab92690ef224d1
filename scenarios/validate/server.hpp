// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "scenarios/validate/machine.hpp"

namespace headroom::scenarios::validation {

// The server of a record: the catalogue's with this accelerator and these links where there is one, else a
// host of the PCIe generation's time with the links that the record names. What is taken for granted is
// added to `assumptions`.
[[nodiscard]] topologies::ServerDescription build_server(const MachineFacts& facts,
                                                         const models::Accelerator& accelerator,
                                                         const models::Catalogue& catalogue,
                                                         std::vector<std::string>& assumptions);

}  // namespace headroom::scenarios::validation
