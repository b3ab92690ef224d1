// SPDX-License-Identifier: Apache-2.0
// One optimiser step of a training job, simulated.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/catalogue/accelerator.hpp"
#include "models/communication/collective.hpp"
#include "models/compute/kernel_time.hpp"
#include "models/training/layout.hpp"
#include "models/training/memory.hpp"
#include "models/training/software.hpp"
#include "sim/simulation.hpp"
#include "topologies/cluster.hpp"

namespace headroom::models {

enum class Fidelity { analytic, fluid, message };
[[nodiscard]] const char* to_string(Fidelity f);

// What the training software does, where it matters for time.
struct SoftwareOptions {
  SoftwareProfile profile = software_profile("framework");
  bool overlap_data_parallel = true;  // gradients leave during the backward pass, ZeRO's parameters
                                      // come back during the next forward pass
  bool overlap_tensor = profile.overlap_tensor;
  bool overlap_expert = false;  // tokens travel to their experts beside the kernels of another microbatch
  double bucket_bytes = 25 * 1048576.0;  // PyTorch DDP's default bucket_cap_mb = 25
  double gradient_bytes = 2;             // per gradient element on the wire
  bool flash_attention = true;
  CommunicationOptions communication;
};

// Where training samples come from. Rates per server; 0 = never the limit.
struct InputPipeline {
  double storage_bytes_per_second = 0;   // per server
  double decode_samples_per_second = 0;  // per server: host cores that decode images or tokenise
};

// Accelerators that run slower than their kind: throttled, worn, or shared with somebody.
struct SlowAccelerators {
  std::vector<int> ranks;
  double speed = 1;  // of their kernels (arithmetic, device memory, latency), over that of the others
  [[nodiscard]] bool any() const { return !ranks.empty() && speed != 1; }
  [[nodiscard]] double speed_of(int rank) const;  // 1 for those not listed
};

struct TrainingJob {
  std::shared_ptr<const Network> network;
  Accelerator accelerator;
  ComputeProfile compute;
  Layout layout;
  SoftwareOptions software;
  InputPipeline input;
  SlowAccelerators slow;  // any: they are simulated rank by rank, never folded
  Precision precision = Precision::bf16;
  StateBytes states;
  Fidelity fidelity = Fidelity::fluid;
  bool fold = true;  // ranks that behave alike are simulated once; off: every rank
  // Where folding is not exact (folding.hpp), jobs up to this size are simulated rank by rank all the same.
  int unfold_up_to_ranks = 512;
};

// Seconds of one step on the critical stage; the parts sum to the step.
struct Breakdown {
  double compute = 0;
  // Communication that compute does not hide.
  double exposed_tensor = 0, exposed_expert = 0, exposed_context = 0, exposed_pipeline = 0, exposed_data = 0;
  double bubble = 0;  // pipeline idle time
  double optimiser = 0;
  double input = 0;  // waiting for samples
  double host = 0;   // kernel launches that the device waits for
  [[nodiscard]] double sum() const {
    return compute + exposed_tensor + exposed_expert + exposed_context + exposed_pipeline + exposed_data +
           bubble + optimiser + input + host;
  }
};

struct LinkUse {
  topologies::LinkId link;
  std::string name;
  topologies::LinkKind kind;
  double bytes = 0;        // per step
  double utilisation = 0;  // of capacity x step time
};

struct TrainingStep {
  double step_seconds = 0;
  Breakdown breakdown;
  MemoryEstimate memory;              // of the stage that needs most
  bool fits = true;                   // memory within the accelerator's; when false nothing was simulated
  double model_flops = 0;             // per step, whole job
  double mfu = 0;                     // model FLOPs / (step * accelerators * peak)
  double busy_fraction = 0;           // of compute on the accelerators, for energy
  std::vector<LinkUse> links;         // the most used of each kind, most used first
  std::vector<CollectivePlan> plans;  // one per kind of exchange, with `what` beside
  std::vector<std::string> plan_names;
  std::string folding_note;  // why folding may not be exact here; empty: it is, or every rank was simulated
  sim::Statistics statistics;
  std::shared_ptr<const sim::Program> program;  // what ran, for traces; null with Fidelity::analytic
  std::shared_ptr<const sim::Timeline> timeline;
};

// Categories of the labels in `program`.
enum class StepCategory : std::uint8_t { compute, tensor, expert, context, pipeline, data, optimiser, input };
[[nodiscard]] const char* to_string(StepCategory c);
// Where the time of communication of this category stands, as far as compute does not hide it.
[[nodiscard]] double Breakdown::*exposed_part(StepCategory communication);

[[nodiscard]] TrainingStep simulate_step(const topologies::Cluster& cluster, const TrainingJob& job,
                                         const sim::RunOptions& run = {});

}  // namespace headroom::models
