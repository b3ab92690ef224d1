// SPDX-License-Identifier: Apache-2.0
// Published collective measurements, with their machines as clusters.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "models/communication/collective.hpp"

namespace headroom::tests {

struct MeasuredPoint {
  double bytes, seconds;
};

struct MeasuredCollective {
  std::string id, source, architecture;
  std::shared_ptr<const topologies::Cluster> cluster;
  models::Collective collective = models::Collective::all_reduce;
  std::vector<std::vector<int>> group;  // one
  models::CommunicationOptions options;
  std::vector<MeasuredPoint> points;
};

// The records of `use` in the file's JSON text whose machine can be described; no others.
[[nodiscard]] std::vector<MeasuredCollective> read_measured(const std::string& json, const std::string& use);

}  // namespace headroom::tests
