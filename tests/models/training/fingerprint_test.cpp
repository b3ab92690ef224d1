// SPDX-License-Identifier: Apache-2.0
// The same job gives the same bytes with every compiler and at every level of optimisation.
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models {
namespace {

using namespace test;

// Free of what stands in data files and is fitted anew at times: kernel times by the data sheet, collectives
// in closed form.
TrainingJob plain_job(int tensor, int pipeline, int data, int microbatches) {
  TrainingJob job = toy_job(tensor, pipeline, data, microbatches);
  job.compute = {};
  job.software.profile = {};
  job.software.communication.ideal = true;
  return job;
}

std::uint64_t fingerprint(const topologies::Cluster& cluster, const TrainingJob& job) {
  return simulate_step(cluster, job).timeline->fingerprint();
}

}  // namespace

TEST_CASE("The timelines of three jobs are the same on every machine") {
  SECTION("tensor x pipeline x data, interleaved, every rank") {
    TrainingJob job = plain_job(4, 2, 2, 4);
    job.layout.schedule = Schedule::interleaved;
    job.layout.virtual_stages = 2;
    job.layout.zero_stage = 1;
    job.fold = false;
    CHECK(fingerprint(toy_cluster(2), job) == 0x6d191462ad613365ULL);
  }
  SECTION("FSDP in groups of one server, folded") {
    TrainingJob job = plain_job(1, 1, 32, 2);
    job.layout.zero_stage = 3;
    job.layout.shard_group = 8;
    CHECK(fingerprint(toy_cluster(4), job) == 0x43a38233e615cd5ULL);
  }
  SECTION("message by message, over PCIe") {
    TrainingJob job = plain_job(2, 2, 2, 4);
    job.fidelity = Fidelity::message;
    topologies::ServerDescription server = toy_server();
    server.scale_up = topologies::ScaleUp::none;
    CHECK(fingerprint({server, 1, toy_fabric()}, job) == 0x9a4dbb7dd80fcadfULL);
  }
}

}  // namespace headroom::models
