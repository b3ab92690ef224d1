// SPDX-License-Identifier: Apache-2.0
// Low-rank adapters beside frozen matrices: what is trained, what is computed, what is kept.
#include <string>

#include "models/compute/kernel.hpp"
#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom;
using namespace headroom::models;
using Targets = Adapters::Targets;
using Base = Adapters::Base;

namespace {

TransformerShape adapted(TransformerShape shape, Adapters adapters) {
  shape.adapters = adapters;
  return shape;
}

double trained_parameters(const TransformerShape& shape, const ShardShape& how = {}) {
  const auto network = make_transformer(shape);
  double sum = network->first(how).parameters + network->last(how).parameters;
  for (int i = 0; i < network->layer_count(); ++i) sum += network->layer(i, how).parameters;
  return sum;
}

double flops(const std::vector<Kernel>& kernels, const char* named = "") {
  double sum = 0;
  for (const Kernel& k : kernels)
    if (std::string(k.name).find(named) != std::string::npos) sum += k.flops;
  return sum;
}

Layer block(const TransformerShape& shape, const ShardShape& how = {}) {
  return make_transformer(shape)->layer(0, how);
}

double backward_flops(const Layer& layer, const char* named = "") {
  double sum = 0;
  for (const Segment& s : layer.segments) sum += flops(s.backward, named);
  return sum;
}

}  // namespace

TEST_CASE("Adapters have as many parameters as published") {
  // arXiv:2106.09685 and PEFT's print_trainable_parameters() for Llama-2-7B, rank 8, queries and values.
  CHECK(adapter_parameters(adapted(llama2_7b(), {.rank = 8})) == 4194304);
  // All linear layers at rank 16: PEFT's 39,976,960 for Llama-2-7B.
  const TransformerShape all = adapted(llama2_7b(), {.rank = 16, .targets = Targets::all});
  CHECK(adapter_parameters(all) == 39976960);
  CHECK(trained_parameters(all) == adapter_parameters(all));
  CHECK(make_transformer(all)->parameters() == make_transformer(llama2_7b())->parameters() + 39976960);
  // Grouped heads make keys and values narrow; joint adapters share what reads the input.
  const double query = 8192 + 8192, key = 8192 + 1024;
  CHECK(adapter_parameters(adapted(llama3_70b(), {.rank = 16, .targets = Targets::attention})) ==
        80 * 16 * (2 * query + 2 * key));
  CHECK(
      adapter_parameters(adapted(llama3_70b(), {.rank = 16, .targets = Targets::attention, .joint = true})) ==
      80 * 16 * (8192 + 10240 + query));
  CHECK(adapter_parameters(llama2_7b()) == 0);
}

TEST_CASE("Parameters that are frozen weigh what their format does, and are not trained") {
  const ShardShape how;
  const TransformerShape plain = llama2_7b();
  const double all = block(plain).parameters, norms = 2 * 4096;
  const auto frozen = [&](Base base) {
    return block(adapted(plain, {.rank = 8, .base = base})).frozen_bytes;
  };
  CHECK(block(plain).frozen_bytes == 0);
  CHECK(frozen(Base::as_computed) == 2 * all);
  CHECK(frozen(Base::fp8) == all - norms + 2 * norms);
  // QLoRA: 4.127 bits a parameter (arXiv:2305.14314, section 3).
  CHECK((frozen(Base::nf4) - 2 * norms) * 8 / (all - norms) == Approx(4.127).epsilon(1e-4));
  const auto network = make_transformer(adapted(plain, {.rank = 8}));
  CHECK(network->first(how).parameters == 0);
  CHECK(network->first(how).frozen_bytes == 2 * make_transformer(plain)->first(how).parameters);
  CHECK(network->last(how).parameters == 0);
}

TEST_CASE("Frozen matrices have no weight gradient: backward costs them as much as forward") {
  const TransformerShape plain = llama3_8b(), lora = adapted(plain, {.rank = 8});
  CHECK(backward_flops(block(plain), "weight gradient") > 0);
  CHECK(backward_flops(block(lora), "mlp up weight gradient") == 0);
  CHECK(backward_flops(block(lora), "qkv weight gradient") == 0);
  CHECK(backward_flops(block(lora), "mlp up input gradient") ==
        flops(block(lora).segments[1].forward, "mlp up"));
  // The MLP has no adapter here: its backward pass is one forward pass exactly.
  CHECK(flops(block(lora).segments[1].backward) == flops(block(lora).segments[1].forward));
  CHECK(flops(make_transformer(lora)->last({}).segments[0].backward) ==
        flops(make_transformer(lora)->last({}).segments[0].forward));
  CHECK(make_transformer(lora)->first({}).segments[0].backward.empty());
}

TEST_CASE("An adapter costs 2 FLOP per token and parameter forward, and 4 backward") {
  const TransformerShape lora = adapted(llama3_8b(), {.rank = 8, .targets = Targets::all});
  const Layer layer = block(lora);
  double forward = 0;
  for (const Segment& s : layer.segments) forward += flops(s.forward, "adapter");
  const double once = 2 * lora.sequence * adapter_parameters(lora) / lora.layers;
  CHECK(forward == once);
  CHECK(backward_flops(layer, "adapter") == 2 * once);
}

TEST_CASE(
    "Adapters on tensor-parallel ranks repeat what reads whole inputs or writes whole outputs, no more") {
  const TransformerShape lora = adapted(llama3_8b(), {.rank = 8, .targets = Targets::all});
  for (const int tensor : {2, 4, 8}) {
    ShardShape how;
    how.tensor = tensor;
    // A of queries, keys, values, gate and up, and B of the two outputs: hidden wide, on every rank.
    const double repeated = 7.0 * lora.layers * lora.adapters.rank * lora.hidden;
    CHECK(tensor * trained_parameters(lora, how) ==
          Approx(adapter_parameters(lora) + (tensor - 1) * repeated));
  }
}

TEST_CASE("What no gradient needs is not kept") {
  const TransformerShape plain = llama2_7b();
  const auto kept = [&](Adapters adapters) { return block(adapted(plain, adapters)).activation_bytes; };
  const double tokens = plain.sequence, stream = 2 * tokens * plain.hidden, ffn = 2 * tokens * plain.ffn;
  const double full = block(plain).activation_bytes;
  // Queries and values: A reads the first norm's output, which is kept; the second's and the activation's
  // output are not. Each of the two keeps what A yields.
  CHECK(kept({.rank = 8}) == full - stream - ffn + 2 * 2 * tokens * 8);
  // All: the same inputs as without adapters.
  CHECK(kept({.rank = 8, .targets = Targets::all}) == full + 7 * 2 * tokens * 8);
  // With dropout each adapter keeps what it reads, and a mask; then nobody needs the input.
  CHECK(kept({.rank = 8, .dropout = true}) ==
        full - 2 * stream - ffn + 2 * 2 * tokens * 8 + 2 * (stream + tokens * plain.hidden));
}

TEST_CASE("Weights in 4 bit are widened before each product, forward and backward") {
  const TransformerShape qlora = adapted(llama2_7b(), {.rank = 8, .base = Base::nf4});
  const auto widenings = [&](const ShardShape& how) {
    int count = 0;
    for (const Segment& s : block(qlora, how).segments)
      for (const auto* kernels : {&s.forward, &s.backward})
        for (const Kernel& k : *kernels) count += std::string(k.name) == "widen weights" ? 1 : 0;
    return count;
  };
  ShardShape repeating;
  repeating.recomputation = Recomputation::full;
  CHECK(widenings({}) == 8);
  CHECK(widenings(repeating) == 12);
  CHECK(block(qlora).working_bytes == 2 * 4096 * 2 * 11008);
  CHECK(block(adapted(llama2_7b(), {.rank = 8})).working_bytes == 0);
}

TEST_CASE("Model FLOPs count what is computed: two passes through frozen matrices, three through adapters") {
  const TransformerShape plain = llama2_7b(), lora = adapted(plain, {.rank = 8});
  const double scores = 4 * plain.sequence * plain.hidden * plain.layers;
  const double full = make_transformer(plain)->model_flops_per_sample() / plain.sequence;
  const double matrices = full / 3 - scores;
  CHECK(make_transformer(lora)->model_flops_per_sample() / plain.sequence ==
        Approx(2 * matrices + 3 * scores + 6.0 * 4194304));
}

TEST_CASE("Adapters where they are not described are refused") {
  const auto complaint = [](const TransformerShape& shape) -> std::string {
    try {
      (void)make_transformer(shape);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  TransformerShape experts = llama2_7b();
  experts.experts = {.experts = 8, .per_token = 2, .ffn = 1024};
  CHECK(complaint(adapted(experts, {.rank = 8})).find("found experts") != std::string::npos);
  CHECK(complaint(adapted(llama2_7b(), {.rank = 0.5})).find("rank of adapters") != std::string::npos);
  CHECK(complaint(adapted(llama2_7b(), {.rank = 5000})).find("at most hidden (4096)") != std::string::npos);
  CHECK(complaint(adapted(llama2_7b(), {.rank = 64})).empty());
}
