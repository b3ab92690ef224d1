// SPDX-License-Identifier: Apache-2.0
// Tensor-parallel exchanges beside matrix products.
#include <algorithm>

#include "models/training/evaluator.hpp"
#include "models/training/stage_costs.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

namespace headroom::models {
namespace {

using namespace test;

TrainingJob job_with(bool overlap) {
  TrainingJob job = toy_job(8, 1, 1, 2);
  job.software.overlap_tensor = overlap;
  job.software.profile.host_seconds_per_kernel = 0;
  return job;
}

TrainingStep step_of(TrainingJob job, Fidelity fidelity, double network_speed = 1) {
  topologies::ServerDescription server = toy_server();
  server.scale_up_bytes_per_second *= network_speed;
  job.fidelity = fidelity;
  return simulate_step(topologies::Cluster(server, 1, toy_fabric()), job);
}

double kernel_seconds(const Pieces& pieces) {
  double sum = 0;
  for (const Piece& piece : pieces) sum += piece.seconds;
  return sum;
}

}  // namespace

TEST_CASE("What runs beside an exchange is one rank's part less than a matrix product, and nothing is lost") {
  const TrainingJob blocking = job_with(false), overlapped = job_with(true);
  const LayerTable before(blocking), after(overlapped);
  const Pieces &whole = before.layer(0, true).forward, &split = after.layer(0, true).forward;
  CHECK(kernel_seconds(split) == Approx(kernel_seconds(whole)));
  const auto beside =
      std::count_if(split.begin(), split.end(), [](const Piece& p) { return p.is_overlapped(); });
  REQUIRE(beside == 4);  // a gather and a scatter around attention and MLP each
  const Kernel qkv = gemm("qkv", 2048, 3 * 2048 / 8, 2048, Precision::bf16);
  const double product = kernel_time(qkv, overlapped.accelerator, overlapped.compute).seconds /
                         overlapped.software.profile.matrix_rate_fraction;
  CHECK(split.front().seconds == Approx(product * 7 / 8));
}

TEST_CASE("Hidden exchanges cost less than blocking ones, and no less than the longer of both sides") {
  const double speed = GENERATE(0.1, 1.0, 10.0);
  const TrainingStep blocking = step_of(job_with(false), Fidelity::fluid, speed);
  const TrainingStep hidden = step_of(job_with(true), Fidelity::fluid, speed);
  CHECK(hidden.step_seconds < blocking.step_seconds);
  CHECK(hidden.step_seconds > blocking.step_seconds - blocking.breakdown.exposed_tensor);
  CHECK(hidden.step_seconds > blocking.breakdown.exposed_tensor);
  CHECK(hidden.breakdown.compute == Approx(blocking.breakdown.compute));
  CHECK(hidden.breakdown.sum() == Approx(hidden.step_seconds));
}

TEST_CASE("Beside slow exchanges the products vanish, where communication takes nothing of the device") {
  TrainingJob job = job_with(true);
  job.accelerator.multiprocessors = 0;
  const LayerTable table(job);
  double hidden = 0;
  for (const Pieces& pieces : {table.layer(0, true).forward, table.layer(0, true).backward})
    for (const Piece& piece : pieces)
      if (piece.is_overlapped()) hidden += piece.seconds;
  const double slow = 0.01;
  TrainingJob blocking = job;
  blocking.software.overlap_tensor = false;
  const double without = step_of(blocking, Fidelity::fluid, slow).step_seconds;
  const double passes = 8 * 2;  // layers x microbatches
  CHECK(step_of(job, Fidelity::fluid, slow).step_seconds == Approx(without - passes * hidden));
}

TEST_CASE("All-reduces of plain tensor parallelism block with or without overlap") {
  TrainingJob blocking = job_with(false), asked = job_with(true);
  blocking.layout.sequence_parallel = asked.layout.sequence_parallel = false;
  REQUIRE(step_of(asked, Fidelity::fluid).step_seconds == step_of(blocking, Fidelity::fluid).step_seconds);
}

TEST_CASE("The step without the simulator knows what overlap saves and what it takes") {
  const TrainingJob job = job_with(true);
  const double speed = GENERATE(0.1, 1.0, 2.0);  // faster links would take device memory from kernels, too
  const TrainingStep fluid = step_of(job, Fidelity::fluid, speed);
  const TrainingStep analytic = step_of(job, Fidelity::analytic, speed);
  CHECK(analytic.step_seconds == Approx(fluid.step_seconds).epsilon(1e-6));
  CHECK(analytic.breakdown.exposed_tensor == Approx(fluid.breakdown.exposed_tensor).epsilon(1e-4));
}

}  // namespace headroom::models
