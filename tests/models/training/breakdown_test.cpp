// SPDX-License-Identifier: Apache-2.0
// Jobs of which it is known where the time goes.
#include <algorithm>
#include <numeric>

#include "tests/catch.hpp"
#include "tests/models/training/random_job.hpp"

namespace headroom::models {
namespace {

using namespace test;

// A network of blocks only, on kernels that take a hundred times longer than any exchange.
TrainingJob slow_kernels(int zero) {
  TransformerShape shape = toy_shape();
  shape.vocabulary = 128;
  TrainingJob job = toy_job(1, 1, 16, 2);
  job.network = make_transformer(shape);
  job.layout.zero_stage = zero;
  job.accelerator.multiprocessors = 0;  // communication kernels take nothing from the others
  job.accelerator.peak_flops[static_cast<std::size_t>(Precision::bf16)] = 3e12;
  return job;
}
// Bytes of its gradients, and of its parameters.
constexpr double block_bytes = 2 * (12.0 * 2048 * 2048 + 2 * 2048), embedding_bytes = 2 * 128.0 * 2048;

double seconds_of(const TrainingStep& step, Collective collective, double bytes) {
  const auto plan = std::find_if(step.plans.begin(), step.plans.end(), [=](const CollectivePlan& p) {
    return p.collective == collective && p.bytes == bytes;
  });
  REQUIRE(plan != step.plans.end());
  return plan->seconds;
}

int launches(const std::vector<Kernel>& kernels) {
  return std::accumulate(kernels.begin(), kernels.end(), 0,
                         [](int sum, const Kernel& k) { return sum + k.launches; });
}

int launches_of_microbatch(const Network& network) {
  const ShardShape shape;
  int sum = 0;
  const auto add = [&](const Layer& layer) {
    for (const Segment& s : layer.segments) sum += launches(s.forward) + launches(s.backward);
  };
  add(network.first(shape));
  add(network.last(shape));
  for (int i = 0; i < network.layer_count(); ++i) add(network.layer(i, shape));
  return sum;
}

}  // namespace

TEST_CASE("Gradients reduced at the end are exposed whole") {
  TrainingJob job = toy_job(1, 1, 16, 2);
  job.software.overlap_data_parallel = false;
  const topologies::Cluster cluster = toy_cluster(2);
  const TrainingStep step = simulate_step(cluster, job);
  const TrainingStep alone = simulate_step(toy_cluster(1, 1), toy_job(1, 1, 1, 2));
  REQUIRE(step.plans.size() == 1);
  REQUIRE(step.plans[0].bytes == 2 * job.network->parameters());
  REQUIRE(step.breakdown.exposed_data == Approx(step.plans[0].seconds));
  REQUIRE(step.breakdown.compute == Approx(alone.breakdown.compute));
  REQUIRE(step.step_seconds == Approx(alone.step_seconds + step.plans[0].seconds));
}

TEST_CASE("Gradients reduced beside a long backward pass are exposed but for the last buckets") {
  const TrainingJob job = slow_kernels(0);
  const TrainingStep step = simulate_step(toy_cluster(2), job);
  // Of the first block, whose gradients are there when the embedding's short backward pass begins, and of the
  // embedding.
  REQUIRE(step.breakdown.exposed_data == Approx(seconds_of(step, Collective::all_reduce, block_bytes) +
                                                seconds_of(step, Collective::all_reduce, embedding_bytes))
                                             .epsilon(0.02));
}

TEST_CASE("FSDP with long kernels waits for a gather before each microbatch and for the last reduction") {
  const TrainingJob job = slow_kernels(3);
  const TrainingStep step = simulate_step(toy_cluster(2), job);
  const double gather = seconds_of(step, Collective::all_gather, block_bytes);
  const double reduction = seconds_of(step, Collective::reduce_scatter, block_bytes);
  // Before each of two microbatches (the head's kernels hide the gather of the backward pass); before the
  // second the first block's gradients go out beside the gather, which takes up to twice as long then.
  REQUIRE(step.breakdown.exposed_data >= 2 * gather + reduction);
  REQUIRE(step.breakdown.exposed_data <= 1.02 * (3 * gather + reduction));
}

TEST_CASE(
    "With FSDP and kernels of no time, the step is what the network needs for every gather and reduction") {
  TrainingJob job = toy_job(1, 1, 16, 2);
  job.layout.zero_stage = 3;
  job.accelerator.peak_flops[static_cast<std::size_t>(Precision::bf16)] = 3e18;
  job.accelerator.memory_bytes_per_second = 2e16;
  job.compute.kernel_latency_seconds = job.software.profile.host_seconds_per_kernel = 0;
  const TrainingStep step = simulate_step(toy_cluster(2), job);
  // Twice the parameters in, once the gradients out, of each of two microbatches: 15/16 of them over 8 NICs.
  const double bytes = 2 * 3 * 2 * job.network->parameters();
  const double bound = bytes * 15 / 16 / (8 * 25e9);
  REQUIRE(step.breakdown.exposed_data > 0.95 * step.step_seconds);
  REQUIRE(step.step_seconds >= bound);
  REQUIRE(step.step_seconds < 2.5 * bound);
}

TEST_CASE("Where the host is slow, a step takes as long as it needs to launch the kernels") {
  TrainingJob job = toy_job(1, 1, 1, 3);
  job.software.profile.host_seconds_per_kernel = 0.01;
  const TrainingStep step = simulate_step(toy_cluster(1, 1), job);
  const double launching = 3 * launches_of_microbatch(*job.network) * 0.01;
  REQUIRE(step.breakdown.host + step.breakdown.compute == Approx(launching));
  REQUIRE(step.breakdown.host > 0.9 * step.step_seconds);
  job.software.profile.host_seconds_per_kernel = 0;
  REQUIRE(simulate_step(toy_cluster(1, 1), job).breakdown.compute == Approx(step.breakdown.compute));
}

TEST_CASE("A pipeline of equal stages idles for (p - 1)(f + b) and for transfers to and fro") {
  TransformerShape shape = toy_shape();
  shape.vocabulary = 128;  // embedding and head weigh nothing, so that stages are equal
  const auto [schedule, chunks] =
      GENERATE(std::pair{Schedule::gpipe, 1}, std::pair{Schedule::one_forward_one_backward, 1},
               std::pair{Schedule::interleaved, 2});
  TrainingJob job = toy_job(1, 4, 1, 8);
  job.network = make_transformer(shape);
  job.layout.schedule = schedule;
  job.layout.virtual_stages = chunks;
  const TrainingStep step = simulate_step(toy_cluster(1, 4), job);
  const double passes = (step.breakdown.compute + step.breakdown.host) / 8;
  REQUIRE(step.breakdown.bubble == Approx(3 * passes / chunks).epsilon(0.03));
  REQUIRE(step.breakdown.exposed_pipeline < 0.02 * step.step_seconds);
}

TEST_CASE("The parts sum to the step whatever is asked for") {
  RandomCases cases(4);
  for (int i = 0; i < 30; ++i) {
    RandomCase c = cases.next();
    for (const Fidelity fidelity : {Fidelity::analytic, Fidelity::fluid, Fidelity::message}) {
      c.job.fidelity = fidelity;
      const TrainingStep step = simulate_step({c.server, c.servers, c.fabric}, c.job);
      const Breakdown& b = step.breakdown;
      CAPTURE(i, to_string(fidelity));
      REQUIRE(b.sum() == Approx(step.step_seconds).epsilon(1e-9));
      for (const double part : {b.compute, b.exposed_tensor, b.exposed_expert, b.exposed_pipeline,
                                b.exposed_data, b.bubble, b.optimiser, b.input, b.host})
        REQUIRE(part >= 0);
      REQUIRE(step.busy_fraction > 0);
      REQUIRE(step.busy_fraction <= 1 + 1e-9);
    }
  }
}

}  // namespace headroom::models
