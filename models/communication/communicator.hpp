// SPDX-License-Identifier: Apache-2.0
// Groups that exchange side by side, laid out once and asked often: which algorithms they can run and what
// these load, with all siblings on top, does not depend on how many bytes there are.
#pragma once
#include <memory>

#include "models/communication/collective.hpp"

namespace headroom::models {

// A CollectivePlan without its loads.
struct CollectiveTime {
  double seconds = 0, latency_seconds = 0;
  int channels = 0;
  double memory_bytes_per_byte = 0;
  topologies::LinkId bottleneck;  // none when the channels bind
};

class Communicator {
 public:
  // Cluster and groups must outlive it. Arguments as plan_collective takes them, which this is for one size.
  Communicator(const topologies::Cluster& cluster, std::string architecture,
               std::span<const std::vector<int>> groups, std::size_t representative,
               const CommunicationOptions& options = {});
  ~Communicator();
  Communicator(Communicator&&) noexcept;
  Communicator& operator=(Communicator&&) noexcept;

  [[nodiscard]] CollectivePlan plan(Collective collective, double bytes);
  [[nodiscard]] CollectiveTime time(Collective collective, double bytes);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace headroom::models
