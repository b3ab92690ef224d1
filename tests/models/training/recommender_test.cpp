// SPDX-License-Identifier: Apache-2.0
// Steps of recommenders: tables over all ranks, the dense part data parallel.
#include "models/workloads/recommender.hpp"

#include "models/catalogue/catalogue.hpp"
#include "models/training/stage_costs.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

TrainingJob recommender_job(int data, double microbatch = 4096) {
  TrainingJob job = toy_job(1, 1, data, 1);
  job.network = make_recommender(recommender_shape(Catalogue::built_in().model("dlrm-mlperf-tb")));
  job.layout.expert = data;
  job.layout.microbatch = microbatch;
  job.layout.global_batch = microbatch * data;
  return job;
}

double seconds(const topologies::Cluster& cluster, TrainingJob job, Fidelity fidelity, bool fold = true) {
  job.fidelity = fidelity;
  job.fold = fold;
  job.unfold_up_to_ranks = 0;
  return simulate_step(cluster, job).step_seconds;
}

}  // namespace

TEST_CASE("Recommenders: folded as unfolded, and the closed form beside both") {
  for (const int servers : {1, 2, 4}) {
    const auto cluster = toy_cluster(servers);
    const TrainingJob job = recommender_job(8 * servers);
    const double folded = seconds(cluster, job, Fidelity::fluid);
    CHECK(folded == Approx(seconds(cluster, job, Fidelity::fluid, false)).epsilon(1e-9));
    CHECK(folded == Approx(seconds(cluster, job, Fidelity::analytic)).epsilon(0.05));
  }
}

TEST_CASE("Once tables lie on other servers, what travels between them bounds the step") {
  const auto exchange = [](int servers) {
    const TrainingStep step = simulate_step(toy_cluster(servers), recommender_job(8 * servers));
    return step.breakdown.exposed_expert / step.step_seconds;
  };
  CHECK(exchange(1) < exchange(2));
  CHECK(exchange(2) < exchange(4));
  CHECK(exchange(4) > 0.5);
}

TEST_CASE("More ranks hold less of the tables each, and the rest stays as it is") {
  const auto tables = [](int data) {
    const TrainingJob job = recommender_job(data);
    for (const MemoryTerm& term : peak_memory(*job.network, job.layout, shard_shape(job), job.states).terms)
      if (term.name == "embedding tables") return term.bytes;
    return 0.0;
  };
  CHECK(tables(8) == 2 * tables(16));
  CHECK(tables(8) == 204184588.0 * 129 * 4 / 8);
}

TEST_CASE("Layouts that do not spread the tables over all ranks are refused") {
  const auto complaint = [](auto change) -> std::string {
    TrainingJob job = recommender_job(8);
    change(job.layout);
    try {
      check_layout(job.layout, *job.network, 8);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(complaint([](Layout&) {}).empty());
  CHECK(complaint([](Layout& l) { l.expert = 4; }).find("expected expert 8") != std::string::npos);
  CHECK(complaint([](Layout& l) { l.zero_stage = 3; }).find("found expert 8, pipeline 1 and zero_stage 3") !=
        std::string::npos);
  CHECK(complaint([](Layout& l) { l.tensor = 2, l.data = l.expert = 4; }).find("legal widths: 1") !=
        std::string::npos);
}
