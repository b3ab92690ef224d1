// SPDX-License-Identifier: Apache-2.0
// Attention and MLP side by side: the same products with half the exchanges; and blocks of one norm or four.
#include <string>

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom::models;

namespace {

TransformerShape with_norms(TransformerShape shape, bool parallel, double norms) {
  shape.parallel = parallel;
  shape.block_norms = norms;
  return shape;
}

struct Exchanges {
  std::size_t forward = 0, backward = 0;
};

Exchanges exchanges_of(const Layer& layer) {
  Exchanges sum;
  for (const Segment& s : layer.segments) {
    sum.forward += s.forward_before.size() + s.forward_after.size();
    sum.backward += s.backward_before.size() + s.backward_after.size();
  }
  return sum;
}

double flops_of(const Layer& layer) {
  double sum = 0;
  for (const Segment& s : layer.segments)
    for (const auto* kernels : {&s.forward, &s.backward})
      for (const Kernel& k : *kernels) sum += k.flops;
  return sum;
}

}  // namespace

TEST_CASE("halves side by side exchange half as often and multiply as much") {
  const auto apart = make_transformer(gpt3_175b()),
             beside = make_transformer(with_norms(gpt3_175b(), true, 2));
  for (const bool sequence_parallel : {false, true}) {
    for (const Recomputation r : {Recomputation::none, Recomputation::selective, Recomputation::full}) {
      const ShardShape how = shard(1, 8, sequence_parallel, r, true);
      const Layer two = apart->layer(0, how), one = beside->layer(0, how);
      CHECK(exchanges_of(two).forward == 2 * exchanges_of(one).forward);
      CHECK(exchanges_of(two).backward == 2 * exchanges_of(one).backward);
      CHECK(flops_of(one) == flops_of(two));
      CHECK(one.parameters == two.parameters);
      CHECK(one.activation_bytes <= two.activation_bytes);
    }
  }
}

TEST_CASE("one exchange opens and one closes what stands side by side, forward and backward") {
  const ShardShape how = shard(1, 8, true, Recomputation::none, true);
  const Layer layer = make_transformer(with_norms(gpt3_175b(), true, 1))->layer(0, how);
  REQUIRE(layer.segments.size() == 2);
  const Segment &attention = layer.segments[0], &mlp = layer.segments[1];
  CHECK(attention.forward_before.size() == 1);
  CHECK(attention.forward_after.empty());
  CHECK(mlp.forward_before.empty());
  CHECK(mlp.forward_after.size() == 1);
  CHECK(mlp.backward_before.size() == 1);  // backward, the MLP comes first
  CHECK(mlp.backward_after.empty());
  CHECK(attention.backward_before.empty());
  CHECK(attention.backward_after.size() == 1);
}

TEST_CASE("every norm of a block has its parameters") {
  const TransformerShape two = gpt3_175b();
  const double norm = 2 * two.hidden;  // gain and bias
  const double parameters = make_transformer(two)->parameters();
  CHECK(make_transformer(with_norms(two, true, 1))->parameters() == parameters - two.layers * norm);
  CHECK(make_transformer(with_norms(two, false, 4))->parameters() == parameters + 2 * two.layers * norm);
}

TEST_CASE("blocks that no model has are refused") {
  CHECK_THROWS_AS(make_transformer(with_norms(gpt3_175b(), false, 1)), headroom::Error);
  CHECK_THROWS_AS(make_transformer(with_norms(gpt3_175b(), true, 3)), headroom::Error);
}
