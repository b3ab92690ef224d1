// SPDX-License-Identifier: Apache-2.0
// Closed forms: links and their latencies only, no software.
#pragma once
#include "models/communication/candidates.hpp"

namespace headroom::models::nccl {

// The ring where it may run, else the first that may.
[[nodiscard]] Row ideal_row(const Setting& setting, const Request& request, const Placement& placement);
// A flow of n steps over a path of latency a and load l has ended after n a + l bytes / capacity; the
// collective lasts as long as the slowest flow. Ring all-reduce over equal links: 2 (n - 1) (bytes / (n
// capacity) + a).
[[nodiscard]] Cost ideal_cost(const topologies::Cluster& cluster, const Candidate& candidate, double bytes);

}  // namespace headroom::models::nccl
