// SPDX-License-Identifier: Apache-2.0
// Whether one rank of each stage can stand for all of them.
#pragma once
#include <string>

#include "models/training/exchanges.hpp"

namespace headroom::models {

// Where servers lie under leaves that cannot block changes latencies by less than a microsecond: only
// to_the_tick counts that.
enum class Exactness { to_the_tick, of_rates };

// Why simulating one rank of each stage may not give what simulating every rank gives, in a few words; empty:
// it does, to the tick. Folding takes the exchanges of a stage's first ranks for those of all. So it is exact
// where each rank of a stage sits in its server, and each server in the fabric, as every other does:
//  - one rank a stage, or a single group of them: nothing stands for anything else;
//  - otherwise stages, tensor- and context-parallel groups and sharding groups fill servers (and the servers
//  under a leaf
//    or in a pod) evenly: several to one, or several of those to one group;
//  - the accelerators of a server are alike (alike.hpp), and so are the edges of a ring through them;
//  - routing treats flows alike: adaptive, or no choice of uplinks.
[[nodiscard]] std::string why_folding_is_not_exact(const topologies::Cluster& cluster, const Layout& layout,
                                                   Exactness exactness = Exactness::to_the_tick);

// The same, of what was planned: trees load some servers' NICs more than others', which shows where another
// exchange uses the same NICs at the same time.
[[nodiscard]] std::string why_plans_meet_unevenly(const topologies::Cluster& cluster,
                                                  const Exchanges& exchanges);

// Where folding is not exact, whether the job is small enough to be simulated rank by rank instead.
[[nodiscard]] bool is_small_enough_to_unfold(const TrainingJob& job);

}  // namespace headroom::models
