// SPDX-License-Identifier: Apache-2.0
// Steps that train adapters only, beside full ones.
#include "models/training/memory_stage.hpp"
#include "models/training/stage_costs.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

TrainingJob adapting(TrainingJob job, Adapters adapters) {
  TransformerShape shape = toy_shape();
  shape.adapters = adapters;
  job.network = make_transformer(shape);
  return job;
}

double seconds(const topologies::Cluster& cluster, TrainingJob job, Fidelity fidelity = Fidelity::fluid,
               bool fold = true) {
  job.fidelity = fidelity;
  job.fold = fold;
  job.unfold_up_to_ranks = 0;
  return simulate_step(cluster, job).step_seconds;
}

double bytes(const TrainingJob& job) {
  return peak_memory(*job.network, job.layout, shard_shape(job), job.states).total_bytes;
}

double term(const MemoryEstimate& memory, const std::string& name) {
  for (const MemoryTerm& t : memory.terms)
    if (t.name == name) return t.bytes;
  return 0;
}

constexpr Adapters::Targets every = Adapters::Targets::all;

}  // namespace

TEST_CASE("Training adapters takes between two thirds of a full step and all of it, where compute bounds") {
  const auto cluster = toy_cluster(1, 1);
  TrainingJob full = toy_job(1, 1, 1, 4);
  full.software.profile.host_seconds_per_kernel = 0;
  const double lora = seconds(cluster, adapting(full, {.rank = 8}));
  CHECK(lora > 2.0 / 3 * seconds(cluster, full));
  CHECK(lora < seconds(cluster, full));
  CHECK(lora < seconds(cluster, adapting(full, {.rank = 8, .targets = every})));
  CHECK(lora < seconds(cluster, adapting(full, {.rank = 8, .base = Adapters::Base::nf4})));
  CHECK(lora < seconds(cluster, adapting(full, {.rank = 8, .dropout = true})));
}

TEST_CASE("Memory: full training, adapters, adapters beside 4-bit weights need less each") {
  const TrainingJob full = toy_job(1, 1, 1, 1);
  const TrainingJob lora = adapting(full, {.rank = 8}),
                    qlora = adapting(full, {.rank = 8, .base = Adapters::Base::nf4});
  const auto of = [](const TrainingJob& job) {
    return peak_memory(*job.network, job.layout, shard_shape(job), job.states);
  };
  CHECK(bytes(full) > bytes(lora));
  CHECK(bytes(lora) > bytes(qlora));
  const double parameters = full.network->parameters(), adapters = lora.network->parameters() - parameters;
  CHECK(term(of(lora), "frozen weights") == 2 * parameters);
  CHECK(term(of(lora), "weights") == 2 * adapters);
  CHECK(term(of(lora), "optimiser") == 12 * adapters);
  CHECK(term(of(full), "frozen weights") == 0);
}

TEST_CASE("ZeRO-3 splits frozen weights and gathers them; reductions carry adapters only") {
  TrainingJob job = adapting(toy_job(1, 1, 8, 1), {.rank = 8});
  const auto memory_with = [&](int zero) {
    job.layout.zero_stage = zero;
    return peak_memory(*job.network, job.layout, shard_shape(job), job.states);
  };
  const double whole = term(memory_with(2), "frozen weights");
  CHECK(term(memory_with(3), "frozen weights") == whole / 8);
  CHECK(term(memory_with(3), "gathered layers") > 0);

  const auto cluster = toy_cluster(1);
  TrainingJob full = toy_job(1, 1, 8, 1);
  const auto served = [&](const TrainingJob& of) {
    double most = 0;
    for (const LinkUse& use : simulate_step(cluster, of).links) most = std::max(most, use.bytes);
    return most;
  };
  job.layout.zero_stage = full.layout.zero_stage = 0;
  // Protocols for small messages send flags beside the data.
  job.software.communication.protocol = full.software.communication.protocol = Protocol::simple;
  const double adapters = job.network->parameters() - full.network->parameters();
  CHECK(served(job) / served(full) == Approx(adapters / full.network->parameters()));
  // Weights in 16 bit go around three times in a full step with ZeRO-3 (gathered forward and backward,
  // reduced once), twice where they are frozen.
  job.layout.zero_stage = full.layout.zero_stage = 3;
  CHECK(served(job) / served(full) == Approx(2.0 / 3).epsilon(0.02));
}

TEST_CASE("Steps of adapters: folded as unfolded, and the closed form beside both") {
  const auto cluster = toy_cluster(2);
  for (const int zero : {0, 1, 3}) {
    TrainingJob job = adapting(toy_job(2, 1, 8, 2), {.rank = 16, .targets = every, .dropout = true});
    job.layout.zero_stage = zero;
    const double folded = seconds(cluster, job);
    CHECK(folded == Approx(seconds(cluster, job, Fidelity::fluid, false)).epsilon(1e-9));
    CHECK(folded == Approx(seconds(cluster, job, Fidelity::analytic)).epsilon(0.05));
  }
}

TEST_CASE("A last stage holds a copy of tied weights that are frozen") {
  TransformerShape shape = toy_shape();
  shape.tied = true;
  TrainingJob job = toy_job(1, 2, 1, 2);
  const auto frozen = [&](Adapters adapters) {
    shape.adapters = adapters;
    return term(memory_of_stage(*make_transformer(shape), job.layout, 1, shard_shape(job), job.states),
                "frozen weights");
  };
  const double tied = frozen({.rank = 8});
  shape.tied = false;
  CHECK(tied == frozen({.rank = 8}));
  CHECK(frozen({}) == 0);
}
