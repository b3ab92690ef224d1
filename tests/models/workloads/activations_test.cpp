// SPDX-License-Identifier: Apache-2.0
// Korthikanti et al., "Reducing Activation Recomputation in Large Transformer Models", arXiv:2205.05198,
// section 4.
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom::models;

namespace {

double kept(const TransformerShape& shape, const ShardShape& how) {
  return make_transformer(shape)->layer(0, how).activation_bytes;
}

}  // namespace

TEST_CASE("A GPT block keeps what equations 1 to 6 say") {
  const double b = 4, s = 2048, h = 12288, a = 96, t = 8;
  const double sbh = s * b * h;
  const auto bytes = [&](int tensor, bool sequence_parallel, Recomputation r) {
    return kept(gpt3_175b(), shard(b, tensor, sequence_parallel, r, /*flash_attention=*/false));
  };
  const double scores = 5 * a * s / h;
  CHECK(bytes(1, false, Recomputation::none) == sbh * (34 + scores));               // eq. 1
  CHECK(bytes(8, false, Recomputation::none) == sbh * (10 + 24 / t + scores / t));  // eq. 2
  CHECK(bytes(8, true, Recomputation::none) == sbh / t * (34 + scores));            // eq. 4
  CHECK(bytes(8, true, Recomputation::selective) == sbh / t * 34);                  // eq. 6
  CHECK(bytes(8, false, Recomputation::selective) == sbh * (10 + 24 / t));          // table 2
  CHECK(bytes(8, false, Recomputation::full) == 2 * sbh);                           // table 2
}

TEST_CASE("Flash attention keeps two fp32 numbers per query and head in place of the scores") {
  const double b = 4, s = 2048, h = 12288, a = 96;
  const ShardShape fused = shard(b, 8, true);
  CHECK(kept(gpt3_175b(), fused) == (34 * s * b * h + 8 * b * a * s) / 8);
}

// Per token, in units of h x 2 bytes: norm inputs 2, norm outputs 2, queries 1, keys and values 2 x 8/32,
// attention's output 1, gate and up 2 x 3.5, their product 3.5; no masks, no scores, 8 bytes per head.
TEST_CASE("A Llama block keeps what its matrices and norms read") {
  const double tokens = 2 * 8192, h = 4096;
  const double units = 2 + 2 + 1 + 0.5 + 1 + 7 + 3.5;
  CHECK(kept(llama3_8b(), shard(2, 1, false)) == tokens * (units * h * 2 + 8 * 32));
}

TEST_CASE("Recomputation lives again one layer at a time") {
  const auto network = make_transformer(llama3_8b());
  const Layer none = network->layer(0, shard(1, 1, false));
  const Layer full = network->layer(0, shard(1, 1, false, Recomputation::full));
  const Layer selective = network->layer(0, shard(1, 1, false, Recomputation::selective));
  CHECK(none.working_bytes == 0);
  CHECK(full.working_bytes == none.activation_bytes);
  CHECK(selective.activation_bytes + selective.working_bytes == none.activation_bytes);
}

TEST_CASE("Activation memory grows with sequence and microbatch and shrinks with tensor width") {
  const bool flash = GENERATE(false, true);
  const Recomputation r = GENERATE(Recomputation::none, Recomputation::selective, Recomputation::full);
  TransformerShape longer = llama3_8b();
  longer.sequence *= 2;
  const double base = kept(llama3_8b(), shard(1, 2, true, r, flash));
  CHECK(kept(longer, shard(1, 2, true, r, flash)) >= 2 * base);
  CHECK(kept(llama3_8b(), shard(2, 2, true, r, flash)) == 2 * base);
  CHECK(kept(llama3_8b(), shard(1, 4, true, r, flash)) == base / 2);
  CHECK(kept(llama3_8b(), shard(1, 2, true, r, flash)) <= kept(llama3_8b(), shard(1, 2, false, r, flash)));
}

TEST_CASE("The head keeps fp32 logits of its share of the vocabulary") {
  const double b = 1, s = 2048, h = 12288, t = 8;
  const Layer head = make_transformer(gpt3_175b())->last(shard(b, 8, true));
  CHECK(head.activation_bytes == 4 * s * b * h / t * (1 + 51200 / h));  // section 4.3, vocabulary padded
}

TEST_CASE("32-bit training keeps twice the bytes but for masks") {
  ShardShape single = shard(1, 1, false);
  single.precision = Precision::fp32;
  const double statistics = 8 * 32 * 8192;
  CHECK(kept(llama3_8b(), single) - statistics == 2 * (kept(llama3_8b(), shard(1, 1, false)) - statistics));
}
