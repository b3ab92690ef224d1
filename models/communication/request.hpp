// SPDX-License-Identifier: Apache-2.0
// A collective of groups side by side, whatever its size.
#pragma once
#include "models/communication/collective.hpp"
#include "models/communication/tuning.hpp"

namespace headroom::models::nccl {

struct Request {
  const topologies::Cluster* cluster;
  std::string architecture;
  Collective collective;
  std::span<const std::vector<int>> groups;
  std::size_t representative;
  CommunicationOptions options;

  [[nodiscard]] std::span<const int> group() const { return groups[representative]; }
};

}  // namespace headroom::models::nccl
