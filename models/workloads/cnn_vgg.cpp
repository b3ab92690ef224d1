// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "models/workloads/cnn_layers.hpp"

namespace headroom::models::cnn {
namespace {

CnnLayer convolution_layer(const char* segment, int number, const Conv& conv, double pooled_size) {
  CnnLayer layer;
  layer.name = fmt::format("{}_{}", segment, number);
  layer.segment = segment;
  layer.inputs = conv.inputs();
  layer.convolutions = {conv};
  if (pooled_size > 0) layer.max_pool = MaxPool{conv.out_channels, conv.out_size, pooled_size};
  return layer;
}

// The three dense layers at the end of both families.
void add_classifier(double in, CnnShape& shape) {
  constexpr double width = 4096;
  shape.layers.push_back(dense_layer("fc6", in, width, true));
  shape.layers.push_back(dense_layer("fc7", width, width, true));
  for (std::size_t i = 0; i < shape.layers.size(); ++i) shape.layers[i].layer_class = static_cast<int>(i);
  shape.last = dense_layer("fc8", width, imagenet_classes, false);
  shape.last.loss = true;
}

// `convolutions` in each of five groups, which halve the image (Simonyan and Zisserman, 1409.1556, table 1).
CnnShape vgg(const std::string& name, std::array<int, 5> convolutions) {
  constexpr std::array names{"conv1", "conv2", "conv3", "conv4", "conv5"};
  constexpr std::array<double, 5> widths{64, 128, 256, 512, 512};
  CnnShape shape;
  shape.name = name;
  double channels = image_channels, size = imagenet_size;
  for (std::size_t g = 0; g < names.size(); ++g) {
    for (int i = 1; i <= convolutions[g]; ++i) {
      const Conv conv{channels, widths[g], 3, size, size, false, channels != image_channels};
      shape.layers.push_back(convolution_layer(names[g], i, conv, i == convolutions[g] ? size / 2 : 0));
      channels = widths[g];
    }
    size /= 2;
  }
  add_classifier(channels * size * size, shape);
  return shape;
}

}  // namespace

CnnShape vgg11() {
  return vgg("vgg11", {1, 1, 2, 2, 2});
}
CnnShape vgg16() {
  return vgg("vgg16", {2, 2, 3, 3, 3});
}
CnnShape vgg19() {
  return vgg("vgg19", {2, 2, 4, 4, 4});
}

// Krizhevsky, 1404.5997 (one tower), as torchvision has it.
CnnShape alexnet() {
  CnnShape shape;
  shape.name = "alexnet";
  const auto add = [&](const char* name, const Conv& conv, double pooled_size) {
    shape.layers.push_back(convolution_layer(name, 1, conv, pooled_size));
  };
  add("conv1", {image_channels, 64, 11, imagenet_size, 55, false, false}, 27);
  add("conv2", {64, 192, 5, 27, 27, false}, 13);
  add("conv3", {192, 384, 3, 13, 13, false}, 0);
  add("conv4", {384, 256, 3, 13, 13, false}, 0);
  add("conv5", {256, 256, 3, 13, 13, false}, 6);
  add_classifier(256 * 6 * 6, shape);
  return shape;
}

}  // namespace headroom::models::cnn
