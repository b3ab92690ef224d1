// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/cnn_layers.hpp"

#include <fmt/format.h>

namespace headroom::models::cnn {
namespace {

constexpr double image_size = 224, image_channels = 3, classes = 1000;

struct ResnetStage {
  const char* name;
  int blocks;
  double width, size;
};

CnnLayer bottleneck(const ResnetStage& stage, int block, double in_channels, double in_size) {
  const double width = stage.width, out = 4 * width, size = stage.size;
  CnnLayer layer;
  layer.name = fmt::format("{} block {}", stage.name, block + 1);
  layer.segment = stage.name;
  layer.inputs = in_channels * in_size * in_size;
  layer.convolutions = {{in_channels, width, 1, in_size, in_size, true},
                        {width, width, 3, in_size, size, true},
                        {width, out, 1, size, size, true}};
  layer.residual = true;
  if (block == 0) layer.projection = Conv{in_channels, out, 1, in_size, size, true};
  return layer;
}

CnnLayer resnet_stem() {
  CnnLayer stem;
  stem.name = stem.segment = "conv1";
  stem.inputs = image_channels * image_size * image_size;
  stem.convolutions = {{image_channels, 64, 7, image_size, 112, true, false}};
  stem.max_pool = MaxPool{64, 112, 56};
  return stem;
}

CnnLayer vgg_convolution(const char* segment, int number, double in_channels, double out_channels,
                         double size, bool pooled) {
  CnnLayer layer;
  layer.name = fmt::format("{}_{}", segment, number);
  layer.segment = segment;
  layer.inputs = in_channels * size * size;
  const bool is_first = in_channels == image_channels;
  layer.convolutions = {{in_channels, out_channels, 3, size, size, false, !is_first}};
  if (pooled) layer.max_pool = MaxPool{out_channels, size, size / 2};
  return layer;
}

CnnLayer dense_layer(const char* name, double in, double out, bool relu) {
  CnnLayer layer;
  layer.name = layer.segment = name;
  layer.inputs = in;
  layer.dense = Dense{in, out, relu};
  return layer;
}

}  // namespace

CnnShape resnet50() {
  const ResnetStage stages[] = {
      {"conv2_x", 3, 64, 56}, {"conv3_x", 4, 128, 28}, {"conv4_x", 6, 256, 14}, {"conv5_x", 3, 512, 7}};
  CnnShape shape;
  shape.name = "resnet50";
  shape.first = resnet_stem();
  double channels = 64, size = 56;
  int next_class = 0;
  for (const ResnetStage& stage : stages) {
    for (int block = 0; block < stage.blocks; ++block) {
      shape.layers.push_back(bottleneck(stage, block, channels, size));
      shape.layers.back().layer_class = next_class + (block == 0 ? 0 : 1);
      channels = 4 * stage.width;
      size = stage.size;
    }
    next_class += 2;
  }
  shape.last = dense_layer("fc", channels, classes, false);
  shape.last.average_pool_inputs = shape.last.inputs = channels * size * size;
  shape.last.loss = true;
  return shape;
}

CnnShape vgg16() {
  struct Group {
    const char* name;
    int convolutions;
    double channels;
  };
  const Group groups[] = {
      {"conv1", 2, 64}, {"conv2", 2, 128}, {"conv3", 3, 256}, {"conv4", 3, 512}, {"conv5", 3, 512}};
  CnnShape shape;
  shape.name = "vgg16";
  double channels = image_channels, size = image_size;
  for (const Group& group : groups) {
    for (int i = 1; i <= group.convolutions; ++i) {
      shape.layers.push_back(
          vgg_convolution(group.name, i, channels, group.channels, size, i == group.convolutions));
      channels = group.channels;
    }
    size /= 2;
  }
  constexpr double width = 4096;
  shape.layers.push_back(dense_layer("fc6", channels * size * size, width, true));
  shape.layers.push_back(dense_layer("fc7", width, width, true));
  for (std::size_t i = 0; i < shape.layers.size(); ++i) shape.layers[i].layer_class = static_cast<int>(i);
  shape.last = dense_layer("fc8", width, classes, false);
  shape.last.loss = true;
  return shape;
}

double CnnLayer::parameters() const {
  double sum = projection ? projection->parameters() : 0;
  for (const Conv& c : convolutions) sum += c.parameters();
  return sum + (dense ? dense->parameters() : 0);
}

double CnnLayer::multiply_adds() const {
  const auto of = [](const Conv& c) { return c.weights() * c.out_size * c.out_size; };
  double sum = projection ? of(*projection) : 0;
  for (const Conv& c : convolutions) sum += of(c);
  return sum + (dense ? dense->in * dense->out : 0);
}

double CnnLayer::outputs() const {
  if (dense) return dense->out;
  return max_pool ? max_pool->outputs() : convolutions.back().outputs();
}

}  // namespace headroom::models::cnn
