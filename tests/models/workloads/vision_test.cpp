// SPDX-License-Identifier: Apache-2.0
// Vision transformers: published sizes, and arithmetic by hand.
#include "models/workloads/vision.hpp"

#include "sim/error.hpp"
#include "tests/catch.hpp"
#include "tests/models/workloads/shapes.hpp"

using namespace headroom;
using namespace headroom::models;

namespace {

VisionShape vit(int layers, double hidden, double heads, double patch) {
  VisionShape shape;
  shape.blocks = gpt("vit", layers, hidden, heads, 1000, 1024);  // LayerNorm, biases everywhere
  shape.blocks.dropout = false;
  shape.patch = patch;
  return shape;
}

}  // namespace

TEST_CASE("Vision transformers have as many parameters as torchvision's") {
  CHECK(make_vision(vit(12, 768, 12, 16))->parameters() == 86567656);
  CHECK(make_vision(vit(12, 768, 12, 32))->parameters() == 88224232);
  CHECK(make_vision(vit(24, 1024, 16, 16))->parameters() == 304326632);
}

TEST_CASE("The layers of a vision transformer hold its parameters, and its kernels its model FLOPs") {
  const auto network = make_vision(vit(12, 768, 12, 16));
  ShardShape how;
  how.microbatch = 8;
  how.flash_attention = false;  // scores as products
  std::vector<Layer> layers = {network->first(how), network->last(how)};
  for (int i = 0; i < network->layer_count(); ++i) layers.push_back(network->layer(i, how));
  double parameters = 0, flops = 0;
  for (const Layer& layer : layers) {
    parameters += layer.parameters;
    for (const Segment& s : layer.segments)
      for (const auto* kernels : {&s.forward, &s.backward})
        for (const Kernel& k : *kernels) flops += k.flops;
  }
  CHECK(parameters == network->parameters());
  // But the gradient of the images, which nobody asks for.
  const double images = 2.0 * 196 * 768 * 768;
  CHECK(flops == Approx(8 * (network->model_flops_per_sample() - images)));
}

TEST_CASE("Patches that do not cut the image evenly are refused") {
  CHECK_THROWS_AS(make_vision(vit(12, 768, 12, 15)), Error);
  CHECK_THROWS_AS(make_vision(vit(12, 768, 12, 0)), Error);
}
