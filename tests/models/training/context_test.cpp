// SPDX-License-Identifier: Apache-2.0
// Sequences split over ranks: what layouts are legal, what a rank does and holds, what travels, who talks to
// whom.
#include <algorithm>
#include <set>

#include "models/training/exchanges.hpp"
#include "models/training/layout_space.hpp"
#include "models/training/stage_costs.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

constexpr std::array every_exchange{ContextExchange::ring, ContextExchange::all_gather,
                                    ContextExchange::all_to_all};

TransformerShape grouped_shape() {
  TransformerShape shape = toy_shape();
  shape.kv_heads = 4;
  return shape;
}

TrainingJob context_job(int tensor, int context, int pipeline, int data,
                        ContextExchange exchange = ContextExchange::ring) {
  TrainingJob job = toy_job(tensor, pipeline, data, 2 * pipeline);
  job.network = make_transformer(grouped_shape());
  job.layout.context = context;
  job.layout.context_exchange = exchange;
  return job;
}

ShardShape shape_of(int context, ContextExchange exchange = ContextExchange::ring, int tensor = 1) {
  ShardShape how;
  how.tensor = tensor;
  how.context = context;
  how.context_exchange = exchange;
  return how;
}

double flops_of(const Layer& layer) {
  double sum = 0;
  for (const Segment& segment : layer.segments)
    for (const auto* kernels : {&segment.forward, &segment.backward})
      for (const Kernel& kernel : *kernels) sum += kernel.flops;
  return sum;
}

std::vector<LayerExchange> exchanges_of(const Layer& layer, bool forward) {
  std::vector<LayerExchange> found;
  for (const Segment& s : layer.segments)
    for (const auto* exchanges : forward ? std::array{&s.forward_before, &s.forward_after}
                                         : std::array{&s.backward_before, &s.backward_after})
      for (const LayerExchange& e : *exchanges)
        if (e.between == LayerExchange::Between::context) found.push_back(e);
  return found;
}

}  // namespace

TEST_CASE("Sequences that ranks cannot share evenly are refused with the widths that can") {
  const auto network = make_transformer(grouped_shape());
  Layout l = context_job(1, 4, 1, 2).layout;
  CHECK(complaint(l, *network).empty());
  l.context = 3;
  CHECK(complaint(l, *network)
            .find("2048 tokens of toy cannot be split over 3 context-parallel ranks, each "
                  "with a piece from the front and one from the back; nearest legal "
                  "widths: 2 and 4") != std::string::npos);
  l.context = 32;
  CHECK(complaint(l, *network).empty());
  l.context_exchange = ContextExchange::all_to_all;
  CHECK(complaint(l, *network).find("16 heads of toy cannot be split over 32 context-parallel ranks") !=
        std::string::npos);
  CHECK(complaint(l, *make_cnn("resnet50")).find("no sequences to split") != std::string::npos);
}

TEST_CASE("Each rank does its share of a sequence's arithmetic and keeps its share of what it makes") {
  const auto network = make_transformer(grouped_shape());
  const Layer whole = network->layer(0, shape_of(1));
  for (const ContextExchange exchange : every_exchange)
    for (const int context : {2, 4, 8}) {
      CAPTURE(to_string(exchange), context);
      const Layer mine = network->layer(0, shape_of(context, exchange));
      CHECK(flops_of(mine) * context == Approx(flops_of(whole)).epsilon(1e-12));
      CHECK(mine.activation_bytes * context == whole.activation_bytes);
      CHECK(mine.parameters == whole.parameters);
      CHECK(network->last(shape_of(context, exchange)).activation_bytes * context ==
            network->last(shape_of(1)).activation_bytes);
    }
}

TEST_CASE("Keys and values go round once forward, and with their gradients backward") {
  // 2 x kv_heads / tensor x head_dim x sequence / context x 2 bytes x (context - 1).
  const int tensor = 2, context = 4;
  for (const double kv_heads : {16.0, 4.0}) {
    TransformerShape shape = toy_shape();
    shape.kv_heads = kv_heads;
    const Layer layer = make_transformer(shape)->layer(0, shape_of(context, ContextExchange::ring, tensor));
    const double expected = 2 * kv_heads / tensor * 128 * 2048 / context * 2 * (context - 1);
    const std::vector<LayerExchange> forward = exchanges_of(layer, true);
    const std::vector<LayerExchange> backward = exchanges_of(layer, false);
    REQUIRE(forward.size() == 1);
    REQUIRE(backward.size() == 1);
    CHECK(forward[0].bytes * (context - 1) / context == expected);
    CHECK(backward[0].bytes == 2 * forward[0].bytes);
    CHECK(forward[0].beside->launches == context - 1);
  }
}

TEST_CASE("Latent keys and values travel whole, and heads change places with tokens in an all-to-all") {
  TransformerShape shape = toy_shape();
  shape.latent = {.query_rank = 512, .key_value_rank = 256, .rope_dim = 32, .nope_dim = 64, .value_dim = 96};
  const auto sent = [&](ContextExchange exchange) {
    return exchanges_of(make_transformer(shape)->layer(0, shape_of(4, exchange)), true);
  };
  const double tokens = 2048 / 4, element = 2;
  CHECK(sent(ContextExchange::all_gather)[0].bytes == 2048 * 16 * (64 + 32 + 96) * element);
  const auto there_and_back = sent(ContextExchange::all_to_all);
  REQUIRE(there_and_back.size() == 2);
  CHECK(there_and_back[0].bytes == tokens * 16 * (2 * (64 + 32) + 96) * element);
  CHECK(there_and_back[1].bytes == tokens * 16 * 96 * element);
}

TEST_CASE("Ranks of a sequence are neighbours, and with those of other sequences they share their states") {
  const TrainingJob job = context_job(2, 4, 2, 2);
  const topologies::Cluster cluster = toy_cluster(4);
  Exchanges exchanges(cluster, job, Exchanges::For::each_group);
  REQUIRE(exchanges.group_count(GroupKind::context) == 4);
  CHECK(exchanges.group(GroupKind::context, 1, 1) == std::vector{17, 19, 21, 23});
  CHECK(exchanges.group(GroupKind::context, 0, 2) == std::vector{8, 10, 12, 14});
  CHECK(exchanges.group(GroupKind::data, 0, 0) == std::vector{0, 2, 4, 6, 8, 10, 12, 14});
  CHECK(exchanges.group_size(GroupKind::to_next) == 2);
}

TEST_CASE("A step with split sequences is the same folded and rank by rank, near without the simulator") {
  struct Widths {
    int tensor, context, pipeline, data, zero;
  };
  const Widths w = GENERATE(Widths{1, 16, 1, 1, 0}, Widths{2, 4, 1, 2, 1}, Widths{2, 2, 2, 2, 1},
                            Widths{1, 8, 1, 2, 3}, Widths{4, 2, 2, 1, 0}, Widths{1, 2, 1, 8, 2});
  const ContextExchange exchange = GENERATE(from_range(every_exchange));
  CAPTURE(w.tensor, w.context, w.pipeline, w.data, w.zero, to_string(exchange));
  TrainingJob job = context_job(w.tensor, w.context, w.pipeline, w.data, exchange);
  job.layout.zero_stage = w.zero;
  const topologies::Cluster cluster = toy_cluster(2);
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(0.05));
}

TEST_CASE("Experts are spread over the ranks of a sequence as over others") {
  TransformerShape shape = grouped_shape();
  shape.gated = true;
  shape.experts = {.experts = 16, .per_token = 2, .ffn = 1024};
  TrainingJob job = context_job(1, 2, 1, 8);
  job.network = make_transformer(shape);
  job.layout.expert = 8;
  job.layout.zero_stage = 1;
  const topologies::Cluster cluster = toy_cluster(2);
  Exchanges exchanges(cluster, job, Exchanges::For::each_group);
  CHECK(exchanges.group(GroupKind::expert, 0, 0) == std::vector{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(exchanges.group(GroupKind::expert_replicas, 0, 0) == std::vector{0, 8});
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(0.05));
}

TEST_CASE("Message by message a step with split sequences takes as long") {
  const ContextExchange exchange = GENERATE(from_range(every_exchange));
  TrainingJob job = context_job(1, 8, 1, 2, exchange);
  const topologies::Cluster cluster = toy_cluster(2);
  CHECK(seconds_at(Fidelity::message, cluster, job, false) ==
        Approx(seconds_at(Fidelity::fluid, cluster, job)).epsilon(0.02));
}

TEST_CASE("Splitting a sequence never takes less than its share of the time") {
  const topologies::Cluster one = toy_cluster(1, 1);
  const double alone = seconds_at(Fidelity::fluid, one, context_job(1, 1, 1, 1));
  for (const ContextExchange exchange : every_exchange)
    for (const int context : {2, 4, 8}) {
      const topologies::Cluster cluster = toy_cluster(1, context);
      const double split = seconds_at(Fidelity::fluid, cluster, context_job(1, context, 1, 1, exchange));
      CHECK(split > alone / context);
    }
}

TEST_CASE("Blocks that go round beside attention cost less than blocks that come before it") {
  // Long sequences have attention enough to hide them.
  const auto exposed = [](ContextExchange exchange) {
    TrainingJob job = context_job(1, 8, 1, 2, exchange);
    TransformerShape shape = grouped_shape();
    shape.sequence = 32768;
    job.network = make_transformer(shape);
    return simulate_step(toy_cluster(2), job).breakdown.exposed_context;
  };
  CHECK(exposed(ContextExchange::ring) < 0.5 * exposed(ContextExchange::all_gather));
  CHECK(exposed(ContextExchange::ring) > 0);
}

TEST_CASE("Of whole sequences it does not matter how they would be exchanged") {
  const topologies::Cluster cluster = toy_cluster(2);
  const double ring = seconds_at(Fidelity::fluid, cluster, context_job(2, 1, 2, 4, ContextExchange::ring));
  for (const ContextExchange exchange : every_exchange)
    CHECK(seconds_at(Fidelity::fluid, cluster, context_job(2, 1, 2, 4, exchange)) == ring);
}

TEST_CASE("Splitting sequences saves activations, not weights, and states split over all replicas") {
  const auto memory = [](int context, int data) {
    TrainingJob job = context_job(1, context, 1, data);
    TransformerShape shape = grouped_shape();
    shape.sequence = 16384;
    job.network = make_transformer(shape);
    job.layout.zero_stage = 1;
    return peak_memory(*job.network, job.layout, shard_shape(job), job.states);
  };
  const auto term = [](const MemoryEstimate& estimate, const char* name) {
    for (const MemoryTerm& t : estimate.terms)
      if (t.name == name) return t.bytes;
    return 0.0;
  };
  const MemoryEstimate whole = memory(1, 8), split = memory(8, 1);
  CHECK(term(split, "weights") == term(whole, "weights"));
  CHECK(term(split, "optimiser") == term(whole, "optimiser"));
  CHECK(term(split, "activations") * 8 == term(whole, "activations"));
  CHECK(split.total_bytes < whole.total_bytes);
}

TEST_CASE("Short sequences stay whole unless widths are asked for, long ones are tried split") {
  TransformerShape shape = grouped_shape();
  const auto widths = [&](std::optional<int> asked) {
    const auto network = make_transformer(shape);
    std::set<int> found;
    for (const Layout& l : all_layouts(*network, {.accelerators = 8, .global_batch = 8, .context = asked})) {
      REQUIRE_NOTHROW(check_layout(l, *network, 8));
      found.insert(l.context);
    }
    return found;
  };
  CHECK(widths({}) == std::set{1});
  CHECK(widths(4) == std::set{4});
  shape.sequence = long_sequence;
  CHECK(widths({}) == std::set{1, 2, 4, 8});
}
