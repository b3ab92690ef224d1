// SPDX-License-Identifier: Apache-2.0
// Time of one algorithm with one protocol, NCCL's way (src/graph/tuning.cc): latency + bytes / bandwidth.
#pragma once
#include <vector>

#include "models/communication/loads.hpp"
#include "models/communication/schedule.hpp"
#include "models/communication/tuning.hpp"

namespace headroom::models::nccl {

// An algorithm laid out on a group, before protocol and size.
struct Candidate {
  Row row = Row::ring;
  Hops hops;
  std::vector<Flow> flows;
  Loads loads;  // of this group alone
  PathLatencies paths;
};

// What the costs depend on besides the candidate.
struct Setting {
  const Tuning* tuning = nullptr;
  const Generation* generation = nullptr;
  const topologies::Cluster* cluster = nullptr;
  Collective collective = Collective::all_reduce;
  std::size_t ranks = 0, servers = 0;
  bool over_scale_up = false;  // every two ranks of one server reach each other over scale-up links
  [[nodiscard]] int channels() const;
};

// NCCL's own figures, or the measured ones.
enum class View { library, measured };

struct Cost {
  double latency = 0;
  double rate_cap = 0;  // bytes of the collective per second that the kernels reach, whatever the links
  WireFactors wire{};
  [[nodiscard]] double seconds(double bytes, double link_rate) const;
};

[[nodiscard]] Cost cost(const Setting& setting, const Candidate& candidate, Protocol protocol, double bytes,
                        View view);
// Protocols that a row runs with; empty if the setting rules the row out.
[[nodiscard]] std::vector<Protocol> protocols(const Setting& setting, Row row);

}  // namespace headroom::models::nccl
