// SPDX-License-Identifier: Apache-2.0
// plan_collective with the figures as an argument.
#pragma once
#include "models/communication/collective.hpp"
#include "models/communication/tuning.hpp"

namespace headroom::models::nccl {

struct Request {
  const topologies::Cluster* cluster;
  std::string architecture;
  Collective collective;
  double bytes;
  std::span<const std::vector<int>> groups;
  std::size_t representative;
  CommunicationOptions options;
};

[[nodiscard]] CollectivePlan plan(const Tuning& tuning, const Request& request);

}  // namespace headroom::models::nccl
