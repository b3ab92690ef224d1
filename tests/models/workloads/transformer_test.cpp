// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom::models;

namespace {

using Kind = LayerExchange::Kind;

double flops(const std::vector<Kernel>& kernels) {
  double sum = 0;
  for (const Kernel& k : kernels) sum += k.flops;
  return sum;
}
double forward_flops(const Layer& layer) {
  double sum = 0;
  for (const Segment& s : layer.segments) sum += flops(s.forward);
  return sum;
}
double backward_flops(const Layer& layer) {
  double sum = 0;
  for (const Segment& s : layer.segments) sum += flops(s.backward);
  return sum;
}
double memory_bound_bytes(const Layer& layer) {
  double sum = 0;
  for (const Segment& s : layer.segments)
    for (const auto* kernels : {&s.forward, &s.backward})
      for (const Kernel& k : *kernels) sum += k.kind == KernelKind::memory_bound ? k.memory_bytes : 0;
  return sum;
}
double exchanged(const Layer& layer) {
  double sum = 0;
  for (const Segment& s : layer.segments)
    for (const auto* exchanges : {&s.forward_before, &s.forward_after, &s.backward_before, &s.backward_after})
      for (const LayerExchange& e : *exchanges) sum += e.bytes * (e.kind == Kind::all_reduce ? 2 : 1);
  return sum;
}
int count_exchanges(const Layer& layer) {
  std::size_t sum = 0;
  for (const Segment& s : layer.segments)
    sum +=
        s.forward_before.size() + s.forward_after.size() + s.backward_before.size() + s.backward_after.size();
  return static_cast<int>(sum);
}

}  // namespace

// Narayanan et al., arXiv:2104.04473, appendix: forward 24 B s h^2 + 4 B s^2 h per layer when attention is
// not halved for causality, twice that backward, the forward once more with full recomputation.
TEST_CASE("Kernels of an unfused GPT layer execute the published FLOPs") {
  const auto network = make_transformer(gpt3_175b());
  const double b = 2, s = 2048, h = 12288;
  const double forward = 24 * b * s * h * h + 4 * b * s * s * h;
  for (const int t : {1, 8}) {
    const auto layer = [&](Recomputation r) { return network->layer(0, shard(b, t, t > 1, r, false)); };
    CHECK(forward_flops(layer(Recomputation::none)) == forward / t);
    CHECK(backward_flops(layer(Recomputation::none)) == 2 * forward / t);
    CHECK(backward_flops(layer(Recomputation::full)) == 3 * forward / t);
    CHECK(backward_flops(layer(Recomputation::selective)) == (2 * forward + 4 * b * s * s * h) / t);
  }
}

// SC'21 (arXiv:2104.04473) eq. 3: 96 B s L h^2 (1 + s/(6h) + V/(16Lh)), with full recomputation.
TEST_CASE("A whole step executes equation 3 of Narayanan et al.") {
  const auto network = make_transformer(gpt3_175b());
  const double b = 1, s = 2048, h = 12288, layers = 96, vocabulary = 50257;
  const ShardShape how = shard(b, 1, false, Recomputation::full, false);
  const Layer layer = network->layer(0, how), head = network->last(how);
  const double step =
      layers * (forward_flops(layer) + backward_flops(layer)) + forward_flops(head) + backward_flops(head);
  CHECK(step == Approx(96 * b * s * layers * h * h * (1 + s / (6 * h) + vocabulary / (16 * layers * h)))
                    .epsilon(1e-12));
}

// Korthikanti et al., arXiv:2205.05198, appendix A: 72 B s L h^2 (1 + s/(6h) + V/(12Lh)).
TEST_CASE("Model FLOPs of a GPT follow the formula that defines MFU") {
  const double s = 2048, h = 12288, layers = 96, vocabulary = 50257;
  const auto network = make_transformer(gpt3_175b());
  CHECK(network->model_flops_per_sample() ==
        Approx(72 * s * layers * h * h * (1 + s / (6 * h) + vocabulary / (12 * layers * h))).epsilon(1e-12));
  CHECK(std::string(network->model_flops_convention()).find("not halved") != std::string::npos);
}

TEST_CASE("Shared key/value heads change neither the FLOPs of scores nor those of values") {
  TransformerShape s = llama3_70b();
  const auto attention_flops = [](const TransformerShape& shape) {
    const Layer layer = make_transformer(shape)->layer(0, shard(1, 1, false));
    for (const Kernel& k : layer.segments[0].forward)
      if (k.kind == KernelKind::attention) return k.flops;
    return 0.0;
  };
  const double grouped = attention_flops(s);
  s.kv_heads = s.heads;
  CHECK(grouped == attention_flops(s));
  // 4 x 64 x 128 per pair of query and key, half of the pairs seen.
  CHECK(grouped == 32768 * 8192.0 * 8192.0 / 2);
}

TEST_CASE("Tensor parallelism exchanges hidden states twice forward and twice backward per block") {
  const auto network = make_transformer(llama3_8b());
  const double hidden = 2 * 8192 * 4096 * 2.0;  // microbatch x sequence x hidden x 2 bytes
  CHECK(count_exchanges(network->layer(0, shard(2, 1, false))) == 0);
  const Layer plain = network->layer(0, shard(2, 8, false));
  for (const Segment& s : plain.segments) {
    REQUIRE(s.forward_after.size() == 1);
    CHECK(s.forward_after[0].kind == Kind::all_reduce);
    CHECK(s.forward_after[0].bytes == hidden);
    REQUIRE(s.backward_after.size() == 1);
    CHECK(s.backward_after[0].kind == Kind::all_reduce);
  }
  CHECK(count_exchanges(plain) == 4);
  CHECK(count_exchanges(network->layer(0, shard(2, 8, false, Recomputation::full))) == 6);
}

TEST_CASE("Sequence parallelism moves the same bytes and divides the work on the residual stream") {
  const auto network = make_transformer(llama3_8b());
  for (const Recomputation r : {Recomputation::none, Recomputation::selective, Recomputation::full}) {
    const Layer plain = network->layer(0, shard(1, 8, false, r));
    const Layer split = network->layer(0, shard(1, 8, true, r));
    CHECK(exchanged(split) == exchanged(plain));
    CHECK(memory_bound_bytes(split) < memory_bound_bytes(plain));
    CHECK(split.boundary_bytes == plain.boundary_bytes / 8);
    CHECK(forward_flops(split) == forward_flops(plain));
    CHECK(split.segments[0].forward_before[0].kind == Kind::all_gather);
    CHECK(split.segments[0].forward_after[0].kind == Kind::reduce_scatter);
  }
}

TEST_CASE("Narrow formats keep attention and the head in 16 bit") {
  const auto network = make_transformer(llama3_8b());
  ShardShape how = shard(1, 1, false);
  how.precision = Precision::fp8;
  const Layer layer = network->layer(0, how);
  for (const Segment& s : layer.segments)
    for (const Kernel& k : s.forward) {
      if (k.kind == KernelKind::gemm) CHECK(k.precision == Precision::fp8);
      if (k.kind == KernelKind::attention) CHECK(k.precision == Precision::bf16);
    }
  const Layer head = network->last(how);
  for (const Kernel& k : head.segments[0].forward)
    if (k.kind == KernelKind::gemm) CHECK(k.precision == Precision::bf16);
  CHECK(layer.boundary_bytes == 8192 * 4096 * 2.0);
}

TEST_CASE("Narrow formats read in 16 bit what they cast and write it twice") {
  const auto network = make_transformer(llama3_8b());
  ShardShape how = shard(1, 1, false);
  const auto extra = [&](auto segments_bytes) {
    how.precision = Precision::bf16;
    const double wide = segments_bytes(network->layer(0, how));
    how.precision = Precision::fp8;
    return segments_bytes(network->layer(0, how)) - wide;
  };
  const double inputs = 4096 + 4096 + 4096 + 14336, outputs = 6144 + 4096 + 2 * 14336 + 4096;
  CHECK(extra(memory_bound_bytes) == 8192 * (inputs + outputs) * (2 + 1 + 1));
}

TEST_CASE("Inference has no backward and keeps nothing") {
  const auto network = make_transformer(llama3_8b());
  ShardShape how = shard(1, 8, true);
  how.training = false;
  for (const Layer& layer : {network->first(how), network->layer(0, how), network->last(how)}) {
    CHECK(layer.activation_bytes == 0);
    for (const Segment& s : layer.segments) {
      CHECK_FALSE(s.forward.empty());
      CHECK(s.backward.empty());
      CHECK(s.backward_before.empty());
      CHECK(s.backward_after.empty());
    }
  }
}

TEST_CASE("Tokens on disk take two bytes where the vocabulary allows") {
  CHECK(make_transformer(llama2_7b())->stored_bytes_per_sample() == 4096 * 2);
  CHECK(make_transformer(llama3_8b())->stored_bytes_per_sample() == 8192 * 4);
}
