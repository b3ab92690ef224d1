// SPDX-License-Identifier: Apache-2.0
// Recommenders: tables that are looked up and spread, and a dense part beside them.
#include "models/workloads/recommender.hpp"

#include "models/catalogue/catalogue.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"

using namespace headroom;
using namespace headroom::models;

namespace {

RecommenderShape known(const char* id) {
  return recommender_shape(Catalogue::built_in().model(id));
}

ShardShape shard(double microbatch, int ranks) {
  ShardShape how;
  how.microbatch = microbatch;
  how.expert = ranks;
  how.precision = Precision::fp16;
  return how;
}

double bytes_named(const std::vector<Kernel>& kernels, const std::string& name) {
  double sum = 0;
  for (const Kernel& k : kernels) sum += k.name == name ? k.memory_bytes : 0;
  return sum;
}

double dense_flops(const Layer& layer) {
  double sum = 0;
  for (const Segment& segment : layer.segments)
    for (const auto* kernels : {&segment.forward, &segment.backward})
      for (const Kernel& k : *kernels) sum += k.flops;
  return sum;
}

}  // namespace

TEST_CASE("MLPerf's recommenders have the published sizes") {
  const RecommenderShape shape = known("dlrm-mlperf-tb");
  // 204,184,588 rows of 128 (facebookresearch/dlrm), and MLPs of 2,367,361 weights and biases:
  // 13-512-256-128, and 479-1024-1024-512-256-1 over 351 pairs of 27 vectors beside the bottom's 128.
  const double tables = 204184588.0 * 128, bottom = 14 * 512 + 513 * 256 + 257 * 128;
  const double top = 480 * 1024 + 1025 * 1024 + 1025 * 512 + 513 * 256 + 257;
  CHECK(make_recommender(shape)->parameters() == tables + bottom + top);
  double lookups = 0;
  for (const EmbeddingTable& table : known("dlrm-dcnv2").tables) lookups += table.lookups;
  CHECK(lookups == 214);
  // Rows of 512 bytes: 15.6 GiB (NVIDIA's DLRM, categories seen 15 times), 33.76 M categories of Kaggle's.
  CHECK(make_recommender(known("dlrm-criteo-15"))->first(shard(1, 1)).table_bytes / 1073741824.0 ==
        Approx(15.6).epsilon(0.01));
  double rows = 0;
  for (const EmbeddingTable& table : known("dlrm-kaggle").tables) rows += table.rows;
  CHECK(rows == 33762577);
}

TEST_CASE("Tables spread over ranks; a rank looks up and sends as much as its own samples ask for") {
  const auto network = make_recommender(known("dlrm-mlperf-tb"));
  const Layer one = network->first(shard(1024, 1)), eight = network->first(shard(1024, 8));
  CHECK(one.table_bytes == 8 * eight.table_bytes);
  CHECK(one.table_bytes == 204184588.0 * (128 + 1) * 4);
  const double pooled = 1024.0 * 26 * 128 * 2;
  for (const Layer* layer : {&one, &eight}) {
    const Segment& tables = layer->segments.front();
    CHECK(bytes_named(tables.forward, "lookup") == 1024.0 * 26 * (512 + 8) + pooled);
    REQUIRE(tables.forward_after.size() == 1);
    CHECK(tables.forward_after.front().bytes == pooled);
    CHECK(tables.forward_after.front().kind == LayerExchange::Kind::all_to_all);
    CHECK(tables.backward_before.front().bytes == pooled);
  }
}

TEST_CASE("A small table's rows are updated once, however many samples look them up") {
  RecommenderShape shape = known("dlrm-mlperf-tb");
  const auto update = [&](double microbatch) {
    const Layer layer = make_recommender(shape)->first(shard(microbatch, 4));
    return bytes_named(layer.segments.front().backward, "update of rows");
  };
  shape.tables = {{1000, 1}};
  const double gradient = 128 * 2, row = 2 * (512 + 64);
  CHECK(update(100) == 100 * gradient + 100 * row);  // 400 of all ranks, a quarter of them here
  CHECK(update(1000) == 1000 * gradient + 1000 / 4 * row);
}

TEST_CASE("Dense arithmetic is three times the forward pass, and cross layers are low-rank products") {
  for (const char* id : {"dlrm-mlperf-tb", "dlrm-dcnv2"}) {
    const RecommenderShape shape = known(id);
    const auto network = make_recommender(shape);
    // Dot products run in a kernel bound by memory: they are model FLOPs, but not a matrix product.
    const double pairs = shape.cross_layers > 0 ? 0 : 351.0 * 128;
    CHECK(dense_flops(network->layer(0, shard(512, 8))) ==
          Approx(512 * (network->model_flops_per_sample() - 6 * pairs)));
  }
  const double cross = make_recommender(known("dlrm-dcnv2"))->model_flops_per_sample();
  RecommenderShape without = known("dlrm-dcnv2");
  without.cross_layers = 1;
  CHECK(cross - make_recommender(without)->model_flops_per_sample() == 6.0 * 2 * 2 * 27 * 128 * 512);
}

TEST_CASE("Recommenders that contradict themselves are refused") {
  const auto refused = [](auto change) {
    RecommenderShape shape = known("dlrm-mlperf-tb");
    change(shape);
    CHECK_THROWS_AS(make_recommender(shape), Error);
  };
  refused([](RecommenderShape& s) { s.tables.clear(); });
  refused([](RecommenderShape& s) { s.bottom.back() = 64; });
  refused([](RecommenderShape& s) { s.top.back() = 2; });
  refused([](RecommenderShape& s) { s.tables.front().lookups = 0; });
  refused([](RecommenderShape& s) { s.dense_features = 0; });
}
