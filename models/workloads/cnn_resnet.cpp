// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "models/workloads/cnn_layers.hpp"

namespace headroom::models::cnn {
namespace {

struct Stage {
  const char* name;
  double width, size;  // channels inside a block, edge of its output
};

// A bottleneck block has four times as many channels outside as inside (He et al., 1512.03385, figure 5).
constexpr double bottleneck_expansion = 4;

struct BlockInput {
  double channels, size;
};

CnnLayer block(const Stage& stage, int index, bool bottleneck, const BlockInput& in) {
  const double width = stage.width, size = stage.size;
  const double out = bottleneck ? bottleneck_expansion * width : width;
  CnnLayer layer;
  layer.name = fmt::format("{} block {}", stage.name, index + 1);
  layer.segment = stage.name;
  layer.inputs = in.channels * in.size * in.size;
  if (bottleneck) {
    layer.convolutions = {{in.channels, width, 1, in.size, in.size, true},
                          {width, width, 3, in.size, size, true},
                          {width, out, 1, size, size, true}};
  } else {
    layer.convolutions = {{in.channels, width, 3, in.size, size, true}, {width, out, 3, size, size, true}};
  }
  layer.residual = true;
  if (in.channels != out || in.size != size)
    layer.projection = Conv{in.channels, out, 1, in.size, size, true};
  return layer;
}

CnnLayer stem(double channels) {
  CnnLayer stem;
  stem.name = stem.segment = "conv1";
  stem.inputs = image_channels * imagenet_size * imagenet_size;
  stem.convolutions = {{image_channels, channels, 7, imagenet_size, 112, true, false}};
  stem.max_pool = MaxPool{channels, 112, 56};
  return stem;
}

// 32 x 32 images are too small for the stride and the pooling of the first layer (kuangliu/pytorch-cifar).
CnnLayer small_stem(double channels) {
  CnnLayer stem;
  stem.name = stem.segment = "conv1";
  stem.inputs = image_channels * cifar_size * cifar_size;
  stem.convolutions = {{image_channels, channels, 3, cifar_size, cifar_size, true, false}};
  return stem;
}

constexpr double stem_channels = 64;

CnnShape resnet(const std::string& name, CnnLayer first, const BlockInput& begin, double classes,
                bool bottleneck, std::array<int, 4> blocks) {
  CnnShape shape;
  shape.name = name;
  shape.first = std::move(first);
  BlockInput in = begin;
  Stage stage{"conv2_x", stem_channels, begin.size};
  constexpr std::array names{"conv2_x", "conv3_x", "conv4_x", "conv5_x"};
  for (std::size_t s = 0; s < blocks.size(); ++s) {
    stage.name = names[s];
    for (int b = 0; b < blocks[s]; ++b) {
      shape.layers.push_back(block(stage, b, bottleneck, in));
      shape.layers.back().layer_class = static_cast<int>(2 * s) + (b == 0 ? 0 : 1);
      in = {shape.layers.back().convolutions.back().out_channels, stage.size};
    }
    stage.width *= 2;
    stage.size /= 2;
  }
  shape.last = dense_layer("fc", in.channels, classes, false);
  shape.last.average_pool_inputs = shape.last.inputs = in.channels * in.size * in.size;
  shape.last.loss = true;
  return shape;
}

CnnShape imagenet_resnet(const std::string& name, bool bottleneck, std::array<int, 4> blocks) {
  return resnet(name, stem(stem_channels), {stem_channels, 56}, imagenet_classes, bottleneck, blocks);
}

}  // namespace

// Table 1 of He et al.; the stride of a bottleneck is in its 3 x 3 convolution, as torchvision has it.
CnnShape resnet18() {
  return imagenet_resnet("resnet18", false, {2, 2, 2, 2});
}
CnnShape resnet34() {
  return imagenet_resnet("resnet34", false, {3, 4, 6, 3});
}
CnnShape resnet50() {
  return imagenet_resnet("resnet50", true, {3, 4, 6, 3});
}
CnnShape resnet101() {
  return imagenet_resnet("resnet101", true, {3, 4, 23, 3});
}
CnnShape resnet152() {
  return imagenet_resnet("resnet152", true, {3, 8, 36, 3});
}
CnnShape resnet18_cifar() {
  CnnShape shape = resnet("resnet18-cifar", small_stem(stem_channels), {stem_channels, cifar_size}, 10, false,
                          {2, 2, 2, 2});
  shape.images = cifar10;
  return shape;
}

}  // namespace headroom::models::cnn
