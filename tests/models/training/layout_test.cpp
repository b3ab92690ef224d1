// SPDX-License-Identifier: Apache-2.0
#include "models/training/layout.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom;
using namespace headroom::models;

namespace {

Layout widths(int tensor, int pipeline, int data, double microbatch, double global_batch) {
  Layout l;
  l.tensor = tensor;
  l.pipeline = pipeline;
  l.data = data;
  l.microbatch = microbatch;
  l.global_batch = global_batch;
  return l;
}

// What check_layout says, or "legal".
std::string verdict(const Layout& l, int accelerators, const TransformerShape& shape = llama3_8b()) {
  try {
    check_layout(l, *make_transformer(shape), accelerators);
  } catch (const Error& e) {
    CHECK(e.failure() == Failure::bad_input);
    return e.what();
  }
  return "legal";
}

}  // namespace

TEST_CASE("A global batch splits into microbatches over the data-parallel ranks") {
  CHECK(widths(8, 16, 128, 1, 2048).microbatches() == 16);
  CHECK(widths(1, 1, 1, 4, 4).microbatches() == 1);
  CHECK(widths(8, 16, 128, 1, 2048).accelerators() == 16384);
}

TEST_CASE("States are split over all of data unless a group is named, and over nobody without ZeRO") {
  Layout l = widths(1, 1, 32, 1, 32);
  CHECK(l.effective_shard_group() == 1);
  l.zero_stage = 3;
  CHECK(l.effective_shard_group() == 32);
  l.shard_group = 8;
  CHECK(l.effective_shard_group() == 8);
}

TEST_CASE("Accelerators left over are refused with the nearest layouts that use all") {
  CHECK(verdict(widths(8, 3, 2, 1, 64), 64) ==
        "layout: tensor 8 x pipeline 3 x data 2 = 48 does not use exactly 64 accelerators (64 is not a "
        "multiple of "
        "24); nearest legal layouts: tensor 8 x pipeline 4 x data 2, tensor 8 x pipeline 2 x data 4, tensor "
        "4 x "
        "pipeline 4 x data 4");
  CHECK(verdict(widths(8, 4, 1, 1, 64), 64) ==
        "layout: tensor 8 x pipeline 4 x data 1 = 32 does not use exactly 64 accelerators; nearest legal "
        "layouts: "
        "tensor 8 x pipeline 4 x data 2, tensor 4 x pipeline 4 x data 4, tensor 8 x pipeline 2 x data 4");
}

TEST_CASE("Every layout named as nearest is legal") {
  const TransformerShape shape = llama3_8b();
  for (const auto& [t, p, d] : {std::tuple{8, 4, 2}, std::tuple{8, 2, 4}, std::tuple{4, 4, 4}})
    CHECK(verdict(widths(t, p, d, 1, 64), 64, shape) == "legal");
}

TEST_CASE("Heads that the tensor width does not divide are refused") {
  CHECK(verdict(widths(2, 1, 4, 1, 8), 8, falcon_7b()) ==
        "layout: 71 attention heads of falcon-7b cannot be split over 2 tensor-parallel ranks; legal widths: "
        "1, 71");
  CHECK(verdict(widths(1, 2, 4, 1, 8), 8, falcon_7b()) == "legal");
}

TEST_CASE("A batch that does not split is refused with the nearest that do") {
  CHECK(
      verdict(widths(1, 1, 16, 4, 100), 16) ==
      "layout: global_batch 100 is not a multiple of microbatch 4 x data 16 = 64; nearest legal: 64 and 128");
  CHECK(verdict(widths(1, 1, 16, 4, 10), 16) ==
        "layout: global_batch 10 is not a multiple of microbatch 4 x data 16 = 64; nearest legal: 64");
}

TEST_CASE("More stages than layers are refused") {
  CHECK(verdict(widths(1, 64, 1, 1, 64), 64) ==
        "layout: pipeline 64 x virtual_stages 1 = 64 stages, but llama-3-8b has only 32 layers; give "
        "stage_layers if "
        "some stages shall hold only the embedding or the head");
}

TEST_CASE("The interleaved schedule names the nearest legal number of microbatches") {
  Layout l = widths(1, 6, 1, 1, 3);
  l.schedule = Schedule::interleaved;
  l.virtual_stages = 2;
  CHECK(verdict(l, 6) ==
        "layout: the interleaved schedule needs a multiple of pipeline 6 as number of microbatches, found 3; "
        "nearest "
        "legal global_batch: 6 (6 microbatches)");
  l.global_batch = 15;
  CHECK(verdict(l, 6) ==
        "layout: the interleaved schedule needs a multiple of pipeline 6 as number of microbatches, found "
        "15; nearest "
        "legal global_batch: 12 (12 microbatches) or 18 (18 microbatches)");
  l.global_batch = 12;
  CHECK(verdict(l, 6) == "legal");
}

TEST_CASE("Schedules and virtual stages that contradict each other are refused") {
  Layout l = widths(1, 4, 1, 1, 8);
  l.virtual_stages = 2;
  CHECK(verdict(l, 4) == "layout: virtual_stages 2 needs the interleaved schedule, found 1F1B");
  l.schedule = Schedule::interleaved;
  CHECK(verdict(l, 4) == "legal");
  l.virtual_stages = 1;
  CHECK(verdict(l, 4) ==
        "layout: the interleaved schedule needs pipeline and virtual_stages of at least 2, found 4 and 1");
}

TEST_CASE("Sharding groups are checked one rule at a time") {
  Layout l = widths(1, 1, 8, 1, 8);
  l.zero_stage = 4;
  CHECK(verdict(l, 8) == "layout: zero_stage must be 0, 1, 2 or 3, found 4");
  l.zero_stage = 3;
  CHECK(verdict(l, 8) == "legal");
  l.shard_group = 3;
  CHECK(verdict(l, 8) == "layout: shard_group must divide data (8), found 3");
  l.shard_group = 1;
  CHECK(verdict(l, 8) ==
        "layout: a shard_group of 1 splits nothing, so zero_stage 3 would save no memory; expected 2 or "
        "more, or 0 for "
        "all data-parallel ranks");
  l.zero_stage = 0;
  l.shard_group = 4;
  CHECK(verdict(l, 8) == "layout: shard_group 4 needs zero_stage 1, 2 or 3, found 0");
}

TEST_CASE("Numbers out of range are refused by name") {
  CHECK(verdict(widths(0, 1, 1, 1, 1), 1) == "layout: tensor must be at least 1, found 0");
  CHECK(verdict(widths(1, 1, -1, 1, 1), 1) == "layout: data must be at least 1, found -1");
  CHECK(verdict(widths(1, 1, 1, 0.5, 1), 1) ==
        "layout: microbatch must be a whole number of samples, found 0.5");
  CHECK(verdict(widths(1, 1, 1, 1, 0), 1) ==
        "layout: global_batch must be a whole number of samples, found 0");
}

TEST_CASE("Layers split evenly and what is left goes to the middle") {
  const auto network = make_transformer(llama3_405b());
  const std::vector<int> stages = layers_of_stages(widths(8, 16, 1, 1, 16), *network);
  CHECK(stages == std::vector<int>{7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7});
  for (int p = 1; p <= 126; ++p) {
    const std::vector<int> any = layers_of_stages(widths(1, p, 1, 1, 1), *network);
    CHECK(std::accumulate(any.begin(), any.end(), 0) == 126);
    CHECK(*std::max_element(any.begin(), any.end()) - *std::min_element(any.begin(), any.end()) <= 1);
  }
}

TEST_CASE("Uneven stages are taken as given and must sum to the layers") {
  Layout l = widths(1, 4, 1, 1, 4);
  l.stage_layers = {7, 9, 9, 7};
  CHECK(verdict(l, 4) == "legal");
  CHECK(layers_of_stages(l, *make_transformer(llama3_8b())) == l.stage_layers);
  l.stage_layers = {7, 9, 9, 8};
  CHECK(verdict(l, 4) == "layout: stage_layers must sum to the 32 layers of llama-3-8b, found 33");
  l.stage_layers = {16, 16};
  CHECK(verdict(l, 4) == "layout: stage_layers must have 4 entries (pipeline 4 x virtual_stages 1), found 2");
  l.stage_layers = {40, -8, 0, 0};
  CHECK(verdict(l, 4) == "layout: every entry of stage_layers must be at least 0, found -8");
}
