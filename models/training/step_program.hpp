// SPDX-License-Identifier: Apache-2.0
// A training step as a sim::Program: what every simulated rank enqueues on its streams.
#pragma once
#include <memory>
#include <vector>

#include "models/training/exchanges.hpp"
#include "models/training/stage_costs.hpp"

namespace headroom::models {

// One simulated rank: with folding one stands for all ranks of its stage.
struct Member {
  int stage, replica, t;
  sim::StreamId compute;  // kernels and the exchanges that block them
  sim::StreamId send_forward, send_backward;
  sim::StreamId beside;             // exchanges inside layers that run beside kernels, where there are such
  sim::StreamId gather;             // parameters coming in (ZeRO)
  sim::StreamId reduce;             // gradients going out
  sim::ResourceId multiprocessors;  // capacity 1: the whole device
  sim::ResourceId device_memory;    // bytes/s
  double speed = 1;                 // below 1: a slow accelerator
};

struct StepProgram {
  std::shared_ptr<sim::Program> program;
  std::vector<std::vector<Member>> stages;  // members of each stage
  std::vector<std::pair<topologies::LinkId, sim::ResourceId>> links;
  std::vector<double> host_seconds;     // by WorkId: waiting for launches, of the work's duration
  std::vector<double> alone_seconds;    // by WorkId: duration when nothing disturbs it
  std::vector<StepCategory> slowed_by;  // by WorkId: of kernels, what runs beside them
};

[[nodiscard]] StepProgram build_step_program(const topologies::Cluster& cluster, const TrainingJob& job,
                                             const StageCosts& costs, Exchanges& exchanges);

}  // namespace headroom::models
