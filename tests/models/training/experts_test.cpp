// SPDX-License-Identifier: Apache-2.0
// Mixtures of experts over ranks: what layouts are legal, what a rank holds, who talks to whom.
#include <algorithm>
#include <cmath>
#include <set>

#include "models/training/evaluator.hpp"
#include "models/training/layout_space.hpp"
#include "models/training/memory_stage.hpp"
#include "tests/catch.hpp"
#include "tests/models/training/fixture.hpp"

using namespace headroom;
using namespace headroom::models;
using namespace headroom::models::test;

namespace {

TransformerShape expert_shape(double experts, double per_token) {
  TransformerShape shape = toy_shape();
  shape.gated = true;
  shape.experts = {
      .experts = experts, .per_token = per_token, .ffn = 1024, .shared_ffn = 512, .dense_layers = 1};
  return shape;
}

TrainingJob expert_job(int tensor, int pipeline, int data, int expert, int expert_tensor = 0) {
  TrainingJob job = toy_job(tensor, pipeline, data, 2 * pipeline);
  job.network = make_transformer(expert_shape(16, 2));
  job.layout.expert = expert;
  job.layout.expert_tensor = expert_tensor;
  return job;
}

}  // namespace

TEST_CASE("Layouts that cannot spread the experts are refused with those that can") {
  const auto experts = make_transformer(expert_shape(16, 2));
  Layout l = expert_job(1, 1, 8, 8).layout;
  CHECK(complaint(l, *experts).empty());
  CHECK(complaint(l, *make_transformer(toy_shape())).find("has none; expected 1") != std::string::npos);
  l.expert = 3;
  CHECK(complaint(l, *experts).find("found 3; legal: 1, 2, 4, 8") != std::string::npos);
  l = expert_job(2, 1, 4, 8, 1).layout;
  CHECK(complaint(l, *experts).empty());
  l.sequence_parallel = false;
  CHECK(complaint(l, *experts).find("need sequence_parallel") != std::string::npos);
  l = expert_job(4, 1, 2, 2, 2).layout;
  CHECK(complaint(l, *experts).find("expert_tensor must be 1 or tensor (4), found 2") != std::string::npos);
  l = expert_job(1, 1, 8, 8).layout;
  l.zero_stage = 3;
  CHECK(complaint(l, *experts).find("zero_stage 0 to 2") != std::string::npos);
}

TEST_CASE("A rank holds its experts, its share of attention, and whole norms and routers") {
  // Tensor 2, experts over 8 ranks, each whole: experts / 8, attention / 2, router and norms / 1.
  const TransformerShape shape = expert_shape(16, 2);
  const auto network = make_transformer(shape);
  ShardShape whole, how;
  how.tensor = 2;
  how.sequence_parallel = true;
  how.expert = 8;
  const Layer all = network->layer(3, whole), mine = network->layer(3, how);
  CHECK(all.expert_parameters == 16 * 3 * 2048.0 * 1024);
  CHECK(mine.expert_parameters == all.expert_parameters / 8);
  const double attention = 4 * 2048.0 * 2048, shared = 3 * 2048.0 * 512, router = 2048.0 * 16,
               norms = 2 * 2048;
  CHECK(all.parameters == attention + shared + router + norms);
  CHECK(mine.parameters == (attention + shared) / 2 + router + norms);
  how.expert_tensor = 2;
  CHECK(network->layer(3, how).expert_parameters == all.expert_parameters / 16);
  CHECK(network->layer(0, how).expert_parameters == 0);
}

TEST_CASE("With one expert and no router's work a mixture is the dense model") {
  TransformerShape dense = toy_shape();
  dense.gated = true;
  TransformerShape one = dense;
  one.experts = {.experts = 1, .per_token = 1, .ffn = dense.ffn};
  const auto a = make_transformer(dense), b = make_transformer(one);
  CHECK(b->parameters() - a->parameters() == dense.layers * dense.hidden);  // the routers
  CHECK(active_parameters(one) == b->parameters());
  TrainingJob job = toy_job(1, 1, 8, 4);
  const topologies::Cluster cluster = toy_cluster(1);
  job.network = a;
  const double dense_seconds = seconds_at(Fidelity::analytic, cluster, job);
  job.network = b;
  const double mixture_seconds = seconds_at(Fidelity::analytic, cluster, job);
  CHECK(mixture_seconds > dense_seconds);
  CHECK(mixture_seconds < 1.06 * dense_seconds);  // tokens are sorted and summed all the same
}

TEST_CASE("What travels to the experts of a token is its hidden state for each of them, there and back") {
  // 4 x 12 KiB a token there, as much back: hidden 6,144 in 16 bit, 4 experts a token (48 layers of it over 8
  // ranks, of which one is the own: 3.94 MiB).
  TransformerShape shape = toy_shape();
  shape.hidden = 6144;
  shape.experts = {.experts = 64, .per_token = 4, .ffn = 1024};
  ShardShape how;
  how.expert = 8;
  const Layer layer = make_transformer(shape)->layer(0, how);
  double bytes = 0;
  for (const Segment& segment : layer.segments)
    for (const auto* exchanges : {&segment.forward_before, &segment.forward_after})
      for (const LayerExchange& e : *exchanges) {
        REQUIRE(e.kind == LayerExchange::Kind::all_to_all);
        bytes += e.bytes;
      }
  constexpr double kib = 1024, mib = kib * kib;
  const double a_token = bytes / shape.sequence;
  CHECK(a_token == 2 * 4 * 12 * kib);
  CHECK(48 * a_token * 7 / 8 == Approx(3.94 * mib).epsilon(0.002));
}

TEST_CASE("Activations grow with the experts of a token and with their width, and a dense model's do not") {
  const auto kept = [](const TransformerShape& shape) {
    return make_transformer(shape)->layer(2, ShardShape{}).activation_bytes;
  };
  TransformerShape wider = expert_shape(16, 2);
  wider.experts.ffn *= 2;
  CHECK(kept(expert_shape(16, 4)) > kept(expert_shape(16, 2)));
  CHECK(kept(wider) > kept(expert_shape(16, 2)));
}

TEST_CASE(
    "Expert-parallel groups share out the ranks of a stage, and so do those that hold the same experts") {
  for (const int split : {1, 2}) {
    TrainingJob job = expert_job(2, 2, 8, 4, split);
    const topologies::Cluster cluster = toy_cluster(4);
    Exchanges exchanges(cluster, job, Exchanges::For::each_group);
    for (const GroupKind kind : {GroupKind::expert, GroupKind::expert_replicas}) {
      std::multiset<int> ranks;
      for (std::size_t g = 0; g < exchanges.group_count(kind); ++g) {
        const std::vector<int>& group = exchanges.group(kind, 1, g);
        REQUIRE(static_cast<int>(group.size()) == exchanges.group_size(kind));
        ranks.insert(group.begin(), group.end());
      }
      REQUIRE(ranks.size() == 16);
      REQUIRE(*ranks.begin() == 16);
      REQUIRE(*ranks.rbegin() == 31);
      REQUIRE(std::set<int>(ranks.begin(), ranks.end()).size() == 16);
    }
    REQUIRE(job.layout.expert_replicas() == 16 / 4 / split);
  }
}

TEST_CASE("A step with experts is the same folded and rank by rank, and near without the simulator") {
  struct Widths {
    int tensor, pipeline, data, expert, split, zero;
  };
  const Widths w = GENERATE(Widths{1, 1, 16, 8, 1, 1}, Widths{1, 1, 16, 16, 1, 0}, Widths{2, 1, 8, 8, 1, 2},
                            Widths{2, 2, 4, 4, 2, 1}, Widths{1, 2, 8, 8, 1, 1}, Widths{2, 1, 8, 1, 2, 3});
  CAPTURE(w.tensor, w.pipeline, w.data, w.expert, w.split, w.zero);
  TrainingJob job = expert_job(w.tensor, w.pipeline, w.data, w.expert, w.split);
  job.layout.zero_stage = w.zero;
  const topologies::Cluster cluster = toy_cluster(2);
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(0.05));
}

TEST_CASE("Spreading experts over more ranks needs less memory") {
  double before = HUGE_VAL;
  for (const int expert : {1, 2, 4, 8}) {
    const TrainingJob job = expert_job(1, 1, 8, expert);
    const topologies::Cluster cluster = toy_cluster(1);
    LayoutEvaluator evaluator(cluster, job);
    const double bytes = evaluator.peak_memory(job.layout).bytes;
    CHECK(bytes < before);
    before = bytes;
  }
}

TEST_CASE("All layouts of a mixture are legal, and each is there once") {
  const auto network = make_transformer(expert_shape(16, 2));
  std::set<std::tuple<int, int, int, int, int, int, double, Recomputation, int>> keys;
  const std::vector<Layout> layouts = all_layouts(*network, {.accelerators = 8, .global_batch = 8});
  for (const Layout& l : layouts) {
    REQUIRE_NOTHROW(check_layout(l, *network, 8));
    keys.emplace(l.tensor, l.pipeline, l.virtual_stages, l.expert, l.effective_expert_tensor(), l.zero_stage,
                 l.microbatch, l.recomputation, static_cast<int>(l.schedule));
  }
  REQUIRE(keys.size() == layouts.size());
  REQUIRE(std::any_of(layouts.begin(), layouts.end(), [](const Layout& l) { return l.expert == 8; }));
}

TEST_CASE("Exchanges with experts beside the kernels of another microbatch take what kernels do not hide") {
  const topologies::Cluster cluster = toy_cluster(2);
  TrainingJob job = expert_job(1, 1, 16, 16);
  const TrainingStep plain = simulate_step(cluster, job);
  job.software.overlap_expert = true;
  const TrainingStep hidden = simulate_step(cluster, job);
  CHECK(plain.breakdown.exposed_expert > 0);
  CHECK(hidden.step_seconds < plain.step_seconds);
  CHECK(hidden.breakdown.exposed_expert < plain.breakdown.exposed_expert);
  CHECK(hidden.step_seconds > plain.step_seconds - plain.breakdown.exposed_expert);  // kernels make room
  const double folded = seconds_at(Fidelity::fluid, cluster, job);
  CHECK(folded == Approx(seconds_at(Fidelity::fluid, cluster, job, false)).epsilon(1e-9));
  CHECK(folded == Approx(seconds_at(Fidelity::analytic, cluster, job)).epsilon(0.05));
}

TEST_CASE("A token that may go to few groups travels to no more of them than it has experts") {
  TransformerShape shape = expert_shape(16, 4);
  ShardShape how;
  how.expert = 8;
  const auto sent = [&] {
    double bytes = 0;
    for (const Segment& s : make_transformer(shape)->layer(3, how).segments)
      for (const LayerExchange& e : s.forward_before) bytes += e.bytes;
    return bytes;
  };
  const double to_each = sent();
  shape.experts.groups_per_token = 2;
  CHECK(sent() == to_each / 2);
  shape.experts.groups_per_token = 8;
  CHECK(sent() == to_each);
}
