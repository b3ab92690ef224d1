// SPDX-License-Identifier: Apache-2.0
// The optimiser in host memory: what leaves the accelerator, what it takes there, and how long.
#include "models/training/host_optimiser.hpp"
#include "models/training/stage_costs.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

TrainingJob offload_job(int tensor, int pipeline, int data, int zero_stage) {
  TrainingJob job = toy_job(tensor, pipeline, data, 2 * pipeline);
  job.layout.zero_stage = zero_stage;
  job.layout.offload = Offload::optimiser;
  return job;
}

MemoryEstimate memory_of(const TrainingJob& job) {
  return memory_of_stage(*job.network, job.layout, 0, shard_shape(job), job.states);
}

double term(const MemoryEstimate& estimate, const char* name) {
  for (const MemoryTerm& t : estimate.terms)
    if (t.name == name) return t.bytes;
  return 0;
}

}  // namespace

TEST_CASE("Of the states sixteen bytes a parameter go to the host, and only weights stay from ZeRO-2 on") {
  const int zero = GENERATE(0, 1, 2, 3);
  TrainingJob job = offload_job(1, 1, 8, zero);
  const double parameters = job.network->parameters() / (zero > 0 ? 8 : 1);
  const MemoryEstimate peak = peak_memory(*job.network, job.layout, shard_shape(job), job.states);
  CHECK(peak.host_bytes == 16 * parameters);
  const MemoryEstimate moved = memory_of(job);
  job.layout.offload = Offload::none;
  const MemoryEstimate kept = memory_of(job);
  CHECK(term(moved, "optimiser") == 0);
  CHECK(term(moved, "weights") == term(kept, "weights"));
  CHECK(term(moved, "gradients") == (zero >= 2 ? 0 : term(kept, "gradients")));
  CHECK(moved.total_bytes < kept.total_bytes);
}

TEST_CASE("The host's Adam takes what its memory takes, near what was measured on a DGX-2") {
  // 30 bytes a parameter: gradient, master weights and moments read, master, moments and weights written. Two
  // sockets with 128 GB/s each, half of that for staged copies.
  topologies::ServerDescription server = toy_server(1);
  server.sockets = 2;
  server.host_memory_bytes_per_second = 64e9;
  server.pcie_bytes_per_second = 1e15;
  const topologies::Cluster cluster(server, 1, {});
  const double parameters = 10e9;
  const double copies = host_copy_seconds(cluster, parameters * 2, false, 1);
  const double update = host_optimiser_seconds(cluster, parameters, StateBytes{}, 2) - copies;
  CHECK(update == Approx(parameters * 30 / 256e9));
  CHECK(update == Approx(0.95).epsilon(0.25));
}

TEST_CASE("Accelerators under one PCIe switch share the way to the host") {
  const topologies::Cluster cluster = toy_cluster(1);
  const double alone = host_copy_seconds(cluster, 1e9, true, 1);
  CHECK(alone == Approx(1e9 / 31e9));
  CHECK(host_copy_seconds(cluster, 1e9, true, 2) == Approx(2 * alone));
  CHECK(host_copy_seconds(cluster, 1e9, false, 8) >= 2 * alone);
}

TEST_CASE(
    "A step with the optimiser on the host is the same folded, rank by rank and without the simulator") {
  const int zero = GENERATE(0, 1, 2);
  const TrainingJob job = offload_job(2, 2, 4, zero);
  const topologies::Cluster cluster = toy_cluster(2);
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(0.05));
  TrainingJob kept = job;
  kept.layout.offload = Offload::none;
  CHECK(folded > seconds_at(Fidelity::fluid, cluster, kept));
}

TEST_CASE("What the server's memory does not hold does not fit, where its size is known") {
  topologies::ServerDescription server = toy_server();
  const TrainingJob job = offload_job(1, 1, 8, 1);
  const double needed = 16 * job.network->parameters();  // of all eight accelerators
  CHECK(simulate_step({server, 1, {}}, job).fits);
  server.host_memory_bytes = needed;
  CHECK(simulate_step({server, 1, {}}, job).fits);
  server.host_memory_bytes = needed - 1;
  CHECK_FALSE(simulate_step({server, 1, {}}, job).fits);
}

TEST_CASE("Weights in host memory leave two layers on the accelerator, and come layer by layer over PCIe") {
  // DeepSpeed prints 4 bytes for each parameter of the largest layer as what is left (its issue 4527).
  const int data = GENERATE(1, 8);
  TrainingJob job = offload_job(1, 1, data, 3);
  job.layout.offload = Offload::optimiser_and_weights;
  const MemoryEstimate moved = memory_of(job);
  CHECK(term(moved, "weights") + term(moved, "gradients") + term(moved, "optimiser") == 0);
  const ShardShape shape = shard_shape(job);
  const double layer = job.network->layer(0, shape).parameters, head = job.network->last(shape).parameters;
  CHECK(term(moved, "gathered layers") == 2 * std::max(2 * layer, layer + head));
  CHECK(peak_memory(*job.network, job.layout, shape, job.states).host_bytes ==
        18 * job.network->parameters() / data);
  const topologies::Cluster cluster = data == 1 ? toy_cluster(1, 1) : toy_cluster(1);
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(0.05));
  // No sooner than the weights are up twice for each microbatch.
  CHECK(folded > 2 * 2 * fetch_seconds(cluster, job.layout, 2 * job.network->parameters()));
  job.layout.zero_stage = 2;
  CHECK(complaint(job.layout, *job.network).find("expected zero_stage 3, found 2") != std::string::npos);
}
