// SPDX-License-Identifier: Apache-2.0
// Bytes on the wire per byte of payload, by kind of link.
#pragma once
#include "models/communication/cost.hpp"

namespace headroom::models::nccl {

// Place of a protocol in a ByProtocol.
[[nodiscard]] inline std::size_t index(Protocol protocol) {
  return static_cast<std::size_t>(protocol) - static_cast<std::size_t>(Protocol::ll);
}
[[nodiscard]] const Network& network_of(const Setting& setting);
[[nodiscard]] const Basis& basis_of(const Generation& generation, View view);
// Share of a link's payload rate that row and protocol reach.
[[nodiscard]] double fraction(const Setting& setting, Row row, Protocol protocol, double bytes, View view);
[[nodiscard]] WireFactors wire_factors(const Setting& setting, Row row, Protocol protocol, double bytes,
                                       View view);
// Bytes of the collective per second, by the channels alone; infinite where NCCL names no limit.
[[nodiscard]] double channel_cap(const Setting& setting, Row row, Protocol protocol, double bytes);

}  // namespace headroom::models::nccl
