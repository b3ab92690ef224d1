// SPDX-License-Identifier: Apache-2.0
// All layouts that a job can have on a number of accelerators.
#pragma once
#include <vector>

#include "models/training/layout.hpp"

namespace headroom::models {

// Every legal combination of tensor, pipeline and data width, virtual stages (as many as divide the layers of
// a stage), schedule, sequence parallelism, microbatch (divisors of what a data-parallel rank gets),
// recomputation and ZeRO stage; each once: without tensor parallelism no sequence parallelism, without data
// parallelism no ZeRO, without pipeline one schedule. In a fixed order. States are split over all
// data-parallel ranks, and stages are as even as can be.
[[nodiscard]] std::vector<Layout> all_layouts(const Network& network, int accelerators, double global_batch);

}  // namespace headroom::models
